import { callers } from './callers.ts';
import type { FuzzDesk } from './desk.ts';
import { Finding } from './finding.ts';
import { secretWord } from './scene.ts';
import type { Received, Sent } from './send.ts';

/** Reads a thing as a caller. */
type Read = (address: string, as: string) => Promise<Received | null>;

/** Watches that what is one person's alone is shown to nobody else: by its words, its ids, its address, and in totals. */
export type Privacy = {
  /** Remembers where secret words were stored, and whose things are private. */
  learn(sent: Sent, received: Received, request: string): void;
  /** Something was changed that nobody looked at. */
  forget(): void;
  /** @throws Finding when an answer tells a caller of what is somebody else's alone */
  check(as: string, sent: Sent, received: Received, request: string): Promise<void>;
};

type Shown = {
  id?: unknown;
  resource?: unknown;
  resource_id?: unknown;
  owner_id?: unknown;
  public?: unknown;
  shared?: unknown;
};

const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';

/** Whoever may not see a thing is refused before its tag is compared, and before it is looked at what they sent. */
const tells = (status: number): boolean => status < 400 || status === 409 || status === 412 || status === 422;

const rowsOf = ({ body }: Received): Shown[] => {
  const data = Array.isArray(body) ? body : Object(body).data;
  return Array.isArray(data) ? data : [];
};

/** Whether a total is of more than the one page there is: what is counted and not shown is somebody else's. */
const countsHidden = ({ method, address }: Sent, received: Received): boolean => {
  const { status, headers, body } = received;
  const totals = [headers.get('x-total-count'), Object(body).count].filter(total => total != null);
  const isWhole = !/[?&]cursor=/.test(address) && !/rel="?next/.test(headers.get('link') ?? '');
  const isList = method === 'GET' && status === 200 && /^\/v1\/(gists|views)/.test(address);
  return isList && isWhole && totals.some(total => Number(total) !== rowsOf(received).length);
};

const isOpen = (thing: Shown): boolean => thing.public === true || thing.shared === true;

export const createPrivacy = (desk: FuzzDesk, read: Read): Privacy => {
  /** Where each word was stored, and the addresses that are known to be open since nobody wrote there. */
  const places = new Map<string, Set<string>>();
  const open = new Set<string>();
  /** The owner of each private thing, by its address. */
  const owners = new Map<string, string>();

  const ownerOf = (word: string): string | null => desk.personOf(/o(\w+?)n\d+zq$/.exec(word)?.[1] ?? '');

  /** Whether a caller may see one of the things: it is open, or it is theirs. */
  const mayRead = async (as: string, addresses: Iterable<string>): Promise<boolean> => {
    // Their own token may be good for less than they may see.
    const whole = callers[as]?.person ?? as;
    for (const address of addresses) {
      if (open.has(address)) return true;
      const { status, body } = (await read(address, whole)) ?? { status: 0, body: null };
      const thing: Shown = Object(body);
      if (status === 200 && isOpen(thing)) {
        open.add(address);
        return true;
      }
      if (status === 200 && thing.owner_id === desk.personOf(as)) return true;
    }
    return false;
  };

  return {
    learn({ method, address }, { status, headers, body }, request) {
      const path = pathOf(address);
      if (!/^\/v1\/(gists|views)\b/.test(path) || status >= 300) return;
      const location = headers.get('location');
      const place = location === null ? path : new URL(location).pathname;
      // Until it is seen again, nobody knows what a write has made of it: its answer may hold other fields, or none.
      if (method !== 'GET' && method !== 'HEAD') for (const what of [open, owners]) what.delete(place);
      if (method === 'POST' || method === 'PUT' || method === 'PATCH')
        for (const [word] of request.matchAll(secretWord)) (places.get(word) ?? remember(word)).add(place);
      const thing: Shown = Object(body);
      if (typeof thing.owner_id !== 'string') return;
      if (isOpen(thing)) owners.delete(place);
      else if (thing.public === false || thing.shared === false) owners.set(place, thing.owner_id);
    },

    forget() {
      open.clear();
      owners.clear();
    },

    async check(as, sent, received, request) {
      await expectNoWords(as, sent, received, request);
      await expectNoRows(as, sent, received);
      await expectNoThing(as, sent, received);
      if (countsHidden(sent, received)) throw leak(as, pathOf(sent.address), 'how many it is not shown', received);
    },
  };

  async function expectNoWords(as: string, { method, address }: Sent, received: Received, request: string) {
    const person = desk.personOf(as);
    const path = pathOf(address);
    const asked = new Set(request.match(secretWord));
    const told = `${[...received.headers.values()].join(' ')} ${received.text}`.match(secretWord) ?? [];
    // A word that was asked for comes back in links; it is told when something was found by it.
    const found = rowsOf(received).length > 0 || Number(received.headers.get('x-total-count') ?? 0) > 0;
    const words = [...new Set(told)].filter(word => !asked.has(word));
    const sought = found && /\/(gists|events|views)/.test(path) ? asked : [];
    for (const word of [...words, ...sought]) {
      if (ownerOf(word) === person && person !== null) continue;
      // Whoever makes a thing private that was open is answered with what they had before them.
      if (method !== 'GET' && !owners.has(path) && places.get(word)?.has(path)) continue;
      if (await mayRead(as, places.get(word) ?? [])) continue;
      const { person: name = 'nobody' } = callers[as] ?? {};
      throw leak(as, path, `the word ${word}, which is ${name}'s to see in no thing`, received);
    }
  }

  async function expectNoRows(as: string, { address }: Sent, received: Received) {
    for (const row of rowsOf(received)) {
      const thing = addressOfRow(pathOf(address), row);
      if (await isHidden(as, thing)) throw leak(as, pathOf(address), `${thing}, which is private to another`, received);
    }
  }

  async function expectNoThing(as: string, { method, address }: Sent, received: Received) {
    const path = pathOf(address);
    const isAnswered = method !== 'OPTIONS' && tells(received.status);
    if (isAnswered && (await isHidden(as, path.replace(/\/star$/, ''))))
      throw leak(as, path, 'of what is private to another', received);
  }

  async function isHidden(as: string, thing: string): Promise<boolean> {
    const owner = owners.get(thing);
    return owner !== undefined && owner !== desk.personOf(as) && !(await mayRead(as, [thing]));
  }

  function remember(word: string): Set<string> {
    const addresses = new Set<string>();
    places.set(word, addresses);
    return addresses;
  }
};

/** The address of what a row of a list is, or is about. */
const addressOfRow = (path: string, { id, resource, resource_id }: Shown): string => {
  if (path.startsWith('/v1/events')) return `/v1/${resource}s/${resource_id}`;
  return `${path.replace(/\/starred$/, '')}/${id}`;
};

const leak = (as: string, path: string, what: string, { status, text }: Received): Finding =>
  new Finding(
    'leak',
    `${path.replaceAll(/\/f\d+-\w+|\/\d+/g, '/…')}`,
    `${as} was told ${what}\n→ ${status} ${text.slice(0, 1500)}`,
  );
