import { callers } from './callers.ts';
import type { FuzzDesk } from './desk.ts';
import { FuzzFinding } from './finding.ts';
import { secretWord } from './placeholders.ts';
import type { DeskResponse, SentRequest } from './send.ts';

/** Reads a resource as a caller. */
type Read = (address: string, as: string) => Promise<DeskResponse | null>;

/** Checks that private resources stay hidden from other people: their words, ids, paths and counts. */
export type PrivacyCheck = {
  /** Records where secret words were stored and who owns private resources. */
  record(sent: SentRequest, received: DeskResponse, request: string): void;
  /** Discards visibility and owners after a change sent as raw bytes. The change may have made its resource public. */
  reset(request: string): void;
  /** @throws FuzzFinding when a response reveals another person's private resource */
  check(as: string, sent: SentRequest, received: DeskResponse, request: string): Promise<void>;
  /** @throws FuzzFinding when a stream has a word of a resource that was private all the time */
  checkStream(as: string, text: string): Promise<void>;
};

type VisibleFields = {
  id?: unknown;
  resource?: unknown;
  resource_id?: unknown;
  owner_id?: unknown;
  public?: unknown;
  shared?: unknown;
  uploader_id?: unknown;
  message_id?: unknown;
};

const getPath = (address: string): string => address.split('?', 1)[0] ?? '';

/** True for statuses that reveal a resource. Authorization comes before the ETag comparison and body validation. */
const reveals = (status: number): boolean => status < 400 || status === 409 || status === 412 || status === 422;

const getRows = ({ body }: DeskResponse): VisibleFields[] => {
  const data = Array.isArray(body) ? body : Object(body).data;
  return Array.isArray(data) ? data : [];
};

/** True when the total of a single-page list differs from its number of rows. The total then includes hidden rows. */
const countsHidden = ({ method, address }: SentRequest, received: DeskResponse): boolean => {
  const { status, headers, body } = received;
  const totals = [headers.get('x-total-count'), Object(body).count].filter(total => total != null);
  const isComplete = !/[?&]cursor=/.test(address) && !/rel="?next/.test(headers.get('link') ?? '');
  const isList = method === 'GET' && status === 200 && /^\/v1\/(gists|views)/.test(address);
  return isList && isComplete && totals.some(total => Number(total) !== getRows(received).length);
};

const isPublic = (resource: VisibleFields): boolean => resource.public === true || resource.shared === true;

export const createPrivacyCheck = (desk: FuzzDesk, read: Read): PrivacyCheck => {
  /** The paths where each word was stored. */
  const addressesByWord = new Map<string, Set<string>>();
  /** The paths of public resources. */
  const publicAddresses = new Set<string>();
  /** The paths of resources that have ever been public. */
  const shownAddresses = new Set<string>();
  /** The owner of each private resource, by path. */
  const owners = new Map<string, string>();

  const findOwner = (word: string): string | null => desk.getPersonId(/o(\w+?)n\d+zq$/.exec(word)?.[1] ?? '');

  /** True when a caller may see one of the resources: it is public, or the caller owns it. */
  const mayRead = async (as: string, addresses: Iterable<string>): Promise<boolean> => {
    // The token may have fewer scopes than its person.
    const person = callers[as]?.person ?? as;
    for (const address of addresses) {
      if (publicAddresses.has(address)) return true;
      const { status, body } = (await read(address, person)) ?? { status: 0, body: null };
      const resource: VisibleFields = Object(body);
      if (status === 200 && isPublic(resource)) {
        publicAddresses.add(address);
        return true;
      }
      if (status === 200 && resource.owner_id === desk.getPersonId(as)) return true;
    }
    return false;
  };

  return {
    record({ method, address }, { status, headers, body }, request) {
      const path = getPath(address);
      if (!/^\/v1\/(gists|views)\b/.test(path) || status >= 300) return;
      const location = headers.get('location');
      const target = location === null ? path : new URL(location).pathname;
      // After a write the visibility is unknown until the next read. The response may have other fields or no fields.
      if (method !== 'GET' && method !== 'HEAD') for (const known of [publicAddresses, owners]) known.delete(target);
      if (method === 'POST' || method === 'PUT' || method === 'PATCH')
        for (const [word] of request.matchAll(secretWord)) (addressesByWord.get(word) ?? addWord(word)).add(target);
      const resource: VisibleFields = Object(body);
      if (isPublic(resource) || /"(public|shared)":\s*true/.test(request)) shownAddresses.add(target);
      if (typeof resource.owner_id !== 'string') return;
      if (isPublic(resource)) owners.delete(target);
      else if (resource.public === false || resource.shared === false) owners.set(target, resource.owner_id);
    },

    reset(request) {
      publicAddresses.clear();
      owners.clear();
      const path = getPath(request.split(' ')[1] ?? '');
      shownAddresses.add(path);
      for (const [word] of request.matchAll(secretWord)) (addressesByWord.get(word) ?? addWord(word)).add(path);
    },

    async checkStream(as, text) {
      for (const word of new Set(text.match(secretWord))) {
        const addresses = [...(addressesByWord.get(word) ?? [])];
        if (findOwner(word) === desk.getPersonId(as) || addresses.some(each => shownAddresses.has(each))) continue;
        if (await mayRead(as, addresses)) continue;
        const event = text.split('\n').find(line => line.includes(word)) ?? '';
        throw leak(as, '/v1/events', `the word ${word} in its stream`, { status: 200, text: event });
      }
    },

    async check(as, sent, received, request) {
      await expectNoWords(as, sent, received, request);
      await expectNoRows(as, sent, received);
      await expectNoResource(as, sent, received);
      await expectNoFile(as, sent, received);
      if (countsHidden(sent, received))
        throw leak(as, getPath(sent.address), 'how many hidden resources exist', received);
    },
  };

  async function expectNoWords(as: string, { method, address }: SentRequest, received: DeskResponse, request: string) {
    const person = desk.getPersonId(as);
    const path = getPath(address);
    const sentWords = new Set(request.match(secretWord));
    const returned = `${[...received.headers.values()].join(' ')} ${received.text}`.match(secretWord) ?? [];
    // Links repeat a searched word; it is revealed only when the search found a resource.
    const found = getRows(received).length > 0 || Number(received.headers.get('x-total-count') ?? 0) > 0;
    const words = [...new Set(returned)].filter(word => !sentWords.has(word));
    const searchedWords = found && /\/(gists|events|views)/.test(path) ? sentWords : [];
    for (const word of [...words, ...searchedWords]) {
      if (findOwner(word) === person && person !== null) continue;
      // Making a public resource private returns content that the caller could already see.
      if (method !== 'GET' && !owners.has(path) && addressesByWord.get(word)?.has(path)) continue;
      if (await mayRead(as, addressesByWord.get(word) ?? [])) continue;
      const { person: name = 'anonymous' } = callers[as] ?? {};
      throw leak(as, path, `the word ${word}, which no resource shows to ${name}`, received);
    }
  }

  async function expectNoRows(as: string, { address }: SentRequest, received: DeskResponse) {
    for (const row of getRows(received)) {
      const resource = getRowAddress(getPath(address), row);
      if (await isHidden(as, resource))
        throw leak(as, getPath(address), `${resource}, which is private to another person`, received);
    }
  }

  async function expectNoResource(as: string, { method, address }: SentRequest, received: DeskResponse) {
    const path = getPath(address);
    const isRevealing = method !== 'OPTIONS' && reveals(received.status);
    if (isRevealing && (await isHidden(as, path.replace(/\/star$/, ''))))
      throw leak(as, path, 'a private resource of another person', received);
  }

  /** Only the uploader of an unattached file may read its content. */
  async function expectNoFile(as: string, { method, address }: SentRequest, received: DeskResponse) {
    const [, file] = /^(\/v1\/attachments\/[^/?]+)\/content/.exec(address) ?? [];
    if (file === undefined || method === 'OPTIONS' || received.status >= 400) return;
    const { status, body } = (await read(file, callers[as]?.person ?? as)) ?? { status: 0, body: null };
    const { uploader_id, message_id }: VisibleFields = Object(body);
    const isVisible = typeof message_id === 'string' || uploader_id === desk.getPersonId(as);
    if (status !== 200 || !isVisible) throw leak(as, getPath(address), "another person's file", received);
  }

  async function isHidden(as: string, resource: string): Promise<boolean> {
    const owner = owners.get(resource);
    return owner !== undefined && owner !== desk.getPersonId(as) && !(await mayRead(as, [resource]));
  }

  function addWord(word: string): Set<string> {
    const addresses = new Set<string>();
    addressesByWord.set(word, addresses);
    return addresses;
  }
};

/** Returns the path of the resource of a list row or event. */
const getRowAddress = (path: string, { id, resource, resource_id }: VisibleFields): string => {
  if (path.startsWith('/v1/events')) return `/v1/${resource}s/${resource_id}`;
  return `${path.replace(/\/starred$/, '')}/${id}`;
};

const leak = (
  as: string,
  path: string,
  what: string,
  { status, text }: Pick<DeskResponse, 'status' | 'text'>,
): FuzzFinding =>
  new FuzzFinding(
    'leak',
    `${path.replaceAll(/\/f\d+-\w+|\/\d+/g, '/…')}`,
    `${as} saw ${what}\n→ ${status} ${text.slice(0, 1500)}`,
  );
