import { exampleCustomer } from '#contract/examples';
import { mailMediaType } from '#contract/mails';
import { openDocument } from '../../api/testing/openapi-document.ts';
import { type Action, createStep, type RawBytes, type Step } from './actions.ts';
import { type Caller, callerPeople, callers } from './callers.ts';
import type { Coverage } from './coverage.ts';
import type { FuzzDesk } from './desk.ts';
import type { EventStream } from './event-stream.ts';
import { FuzzFinding } from './finding.ts';
import { createOracle, getEndpoint } from './oracle.ts';
import { createPlaceholders, type Placeholders } from './placeholders.ts';
import { createPrivacyCheck } from './privacy-check.ts';
import type { DeskResponse, SentRequest } from './send.ts';
import { createUnchangedCheck } from './unchanged-check.ts';

/** The finding and the index of its action; -1 for the setup. */
export type SequenceFailure = { at: number; error: FuzzFinding };

export type SequenceRunner = {
  /** Runs a sequence up to the first new finding, and returns it. Null without a new finding. */
  run(actions: readonly Action[]): Promise<SequenceFailure | null>;
  close(): Promise<void>;
};

/** A request and its response. `requestText` is the sent text in which secret words are found. */
type Exchange = { step: Step; sent: SentRequest; received: DeskResponse; requestText: string };

/** @param isKnown true for keys of findings to ignore */
export const createSequenceRunner = (
  desk: FuzzDesk,
  coverage: Coverage,
  isKnown: (key: string) => boolean,
): SequenceRunner => {
  const transport = desk.openTransport();
  const oracle = createOracle(desk);
  const { find } = openDocument(desk.document);
  const read = (address: string, as: string) =>
    transport.send({ method: 'GET', address, headers: getAuthorizationHeaders(as), body: null });
  const privacy = createPrivacyCheck(desk, read);
  const unchanged = createUnchangedCheck(read);

  return {
    async run(actions) {
      const placeholders = createPlaceholders(desk);
      const all = [...setupSteps, ...actions];
      let arePeopleUnchanged = true;
      const streams = await openStreams();
      try {
        for (const [index, action] of all.entries()) {
          const { exchanges, error } = await attempt(() => runAction(placeholders, action));
          if (action === lastSetupStep) await desk.holdMails();
          if (error !== null && !isKnown(error.key)) return { at: Math.max(-1, index - setupSteps.length), error };
          // A known finding hides what its requests changed.
          arePeopleUnchanged &&= error === null && !mayChangePerson(action) && !exchanges.some(changedPerson);
        }
        const { error } = await attempt(() => checkStreams(streams));
        return error === null || isKnown(error.key) ? null : { at: actions.length - 1, error };
      } finally {
        unchanged.reset();
        for (const { close } of streams.values()) close();
        if (!arePeopleUnchanged) await desk.restore();
        await desk.removeMailboxes();
      }
    },
    close: transport.close,
  };

  /** Opens a stream of each caller who may read tickets. */
  async function openStreams(): Promise<Map<string, EventStream>> {
    const mayReadTickets = ([as, { person, scopes }]: [string, Caller]): boolean =>
      desk.getPersonId(as) !== null && !callerPeople[person ?? '']?.disabled && scopes.includes('tickets:read');
    const opened = Object.entries(callers)
      .filter(mayReadTickets)
      .map(async ([as]) => [as, await transport.openEventStream(desk.getAuthorization(as) ?? '')] as const);
    return new Map(await Promise.all(opened));
  }

  /** Creates an event that all these callers may read. Checks their streams up to the event. */
  async function checkStreams(streams: ReadonlyMap<string, EventStream>): Promise<Exchange[]> {
    const headers = [...getAuthorizationHeaders('ada'), ['Content-Type', 'application/json'] as const];
    const body = Buffer.from('{"subject":"Last"}');
    const created = await transport.send({ method: 'POST', address: '/v1/tickets', headers, body });
    if (created?.status !== 201) return []; // The sequence has changed ada's rights.
    const newest = await read('/v1/events?type=ticket.created&per_page=1', 'ada');
    const id = String(Object(Object(newest?.body)[0]).id);
    for (const [as, stream] of streams) await privacy.checkStream(as, await stream.readThrough(id));
    return [];
  }

  function runAction(placeholders: Placeholders, action: Action): Promise<Exchange[]> {
    if ('bytes' in action) return runBytes(placeholders, action);
    return 'concurrent' in action ? runConcurrently(placeholders, action.concurrent) : runStep(placeholders, action);
  }

  async function runStep(placeholders: Placeholders, step: Step): Promise<Exchange[]> {
    const before = step.checksUnchanged ? await unchanged.getSnapshot(step.as) : null;
    const exchange = await sendStep(placeholders, step);
    if (exchange === null) {
      unchanged.reset();
      return [];
    }
    await checkExchange(placeholders, exchange, true);
    if (before !== null && exchange.received.status >= 400)
      await unchanged.expect(step.as, before, getOperationId(exchange.sent));
    return [exchange];
  }

  /** Sends requests concurrently. Skips the privacy check if they may change visibility, since their order is unknown. */
  async function runConcurrently(placeholders: Placeholders, steps: readonly Step[]): Promise<Exchange[]> {
    const exchanges = (await Promise.all(steps.map(step => sendStep(placeholders, step)))).filter(
      each => each !== null,
    );
    const mayChangeVisibility = exchanges.some(
      ({ sent }) => /\/(gists|views|attachments|messages)/.test(sent.address) && sent.method !== 'GET',
    );
    const checked = await Promise.allSettled(
      exchanges.map(exchange => checkExchange(placeholders, exchange, !mayChangeVisibility)),
    );
    for (const each of checked) if (each.status === 'rejected') throw each.reason;
    return exchanges;
  }

  async function runBytes(placeholders: Placeholders, { to, bytes }: RawBytes): Promise<Exchange[]> {
    const request = fillBytes(placeholders, bytes);
    const where = to === 'oauth' ? `oauth ${getEndpoint(request)}` : 'bytes to operations';
    unchanged.reset();
    const received = await expectResponse(where, () => transport.sendBytes(request));
    if (received === null) return [];
    coverage.count(where, received.status);
    if (to === 'operation' && received.status < 300) privacy.reset(request);
    oracle[to === 'oauth' ? 'oauth' : 'bytes'](request, received);
    return [];
  }

  async function sendStep(placeholders: Placeholders, { as: caller, ...rest }: Step): Promise<Exchange | null> {
    const path = placeholders.fill(rest.path, caller, '');
    const step: Step = { ...rest, as: placeholders.resolveCaller(caller, path) };
    const fill = (text: string) => placeholders.fill(text, step.as, path);
    const query = fill(step.query);
    const body = step.body === null ? null : Buffer.from(fill(step.body), 'latin1');
    const headers = [
      ...getAuthorizationHeaders(step.as),
      ...step.headers.map(([name, value]) => [name, fill(value)] as const),
    ];
    const sent: SentRequest = { method: step.method, address: `${path}${query && '?'}${query}`, headers, body };
    const received = await expectResponse(`${step.method} ${step.path}`, () => transport.send(sent));
    const requestText = [sent.address, ...headers.flat(), body?.toString() ?? ''].join(' ');
    return received === null ? null : { step, sent, received, requestText };
  }

  async function checkExchange(placeholders: Placeholders, exchange: Exchange, withPrivacy: boolean): Promise<void> {
    const { step, sent, received, requestText } = exchange;
    if (mayChangeStore(exchange)) unchanged.reset();
    const where = getOperationId(sent);
    coverage.count(where, received.status);
    placeholders.record(sent.address.split('?', 1)[0] ?? '', received);
    try {
      oracle.operation(sent, received, where);
      if (withPrivacy) await privacy.check(step.as, sent, received, requestText);
    } finally {
      privacy.record(sent, received, requestText);
    }
  }

  function getOperationId(sent: SentRequest): string {
    const operation = find(sent.method, new URL(sent.address, desk.url));
    if (operation === null) return `${/^[A-Z]+$/.test(sent.method) ? sent.method : 'any method'} elsewhere`;
    return operation.id;
  }

  function getAuthorizationHeaders(as: string): [string, string][] {
    const value = desk.getAuthorization(as);
    return value === null ? [] : [['Authorization', value]];
  }
};

const put = (as: string, path: string, body: object): Step => createStep(as, `PUT ${path}`, body);

const gist = (isPublic: boolean) => ({
  description: 'Of ~secret.0~',
  public: isPublic,
  files: { '~secret.1~.md': { content: 'The ~secret.2~' } },
});

/** The first steps of every sequence: public and private resources of several people. */
const setupSteps: readonly Step[] = [
  put('cleo', '/tickets/~new.a~', { subject: 'Invoice 2041', state: 'open', customer_email: exampleCustomer.email }),
  put('dan', '/tickets/~new.b~', {
    ...{ subject: 'Double payment', state: 'closed', assignee_id: '~person.2~', tags: ['~new.l~', '~new.m~'] },
  }),
  put('cleo', '/tickets/~new.a~/messages/~new.c~', { body: 'a', direction: 'in' }),
  put('cleo', '/tickets/~new.a~/presence', { mode: 'writing' }),
  put('cleo', '/tickets/~new.a~/watch', {}),
  put('ada', '/mailboxes/~new.i~', { name: 'Support', address: '~new.i~@desk.example' }),
  {
    ...createStep('cleo', 'POST /mailboxes/~mailbox.0~/mails', undefined, [['Content-Type', mailMediaType]]),
    body: 'Subject: ~new.j~',
  },
  put('cleo', '/tickets/~new.k~', {
    ...{ subject: 'Refund', customer_email: exampleCustomer.email, mailbox_id: '~mailbox.0~' },
  }),
  createStep('cleo', 'POST /tickets/~new.k~/messages', { body: 'a' }),
  {
    ...createStep('cleo', 'POST /attachments?name=a.txt', undefined, [['Content-Type', 'text/plain']]),
    body: 'A file of cleo',
  },
  createStep('ada', 'POST /clients', {
    ...{ name: 'Kiosk', redirect_uris: ['https://kiosk.example/'], scopes: ['tickets:read'] },
  }),
  createStep('ada', 'POST /script_tokens', { person_id: '~extra.0~', name: 'Export', scopes: ['tickets:read'] }),
  put('cleo', '/gists/~new.d~', gist(false)),
  put('ada', '/gists/~new.e~', gist(false)),
  put('dan', '/gists/~new.f~', gist(true)),
  put('cleo', '/gists/~new.d~/star', {}),
  put('eve', '/views/~new.g~', { name: 'Of ~secret.0~', query: 'state=open' }),
  put('ada', '/identity_providers/~new.n~', {
    ...{ name: 'Login', issuer: 'http://127.0.0.1:1/~new.n~', client_id: 'desk' },
  }),
  createStep('ada', 'POST /identity_providers', {
    ...{ name: 'Login', issuer: 'http://127.0.0.1:1/~new.o~', client_id: 'desk' },
  }),
  createStep('ada', 'PATCH /identity_providers/~new.n~', { name: 'Single sign-on' }),
  createStep('ada', 'PATCH /settings', { invitation_days: 8 }),
  put('cleo', '/views/~new.h~', { name: 'Of ~secret.0~', query: '', shared: true }),
];

const lastSetupStep = setupSteps.at(-1);

/** Replaces placeholders, and updates Content-Length if it was correct before. */
const fillBytes = (placeholders: Placeholders, bytes: string): string => {
  const filled = placeholders.fill(bytes, 'cleo', '');
  const [before, after] = [bytes, filled].map(text => text.length - text.indexOf('\r\n\r\n') - 4);
  return filled.replace(`Content-Length: ${before}\r\n`, `Content-Length: ${after}\r\n`);
};

/** @throws FuzzFinding for a missing or incomplete response */
const expectResponse = async <T>(where: string, send: () => Promise<T>): Promise<T> => {
  try {
    return await send();
  } catch (error) {
    throw new FuzzFinding(
      'no response',
      where,
      error instanceof Error ? `${error.message}\n${error.stack}` : String(error),
    );
  }
};

/** Runs work. Returns any error as a finding. */
const attempt = async (
  work: () => Promise<Exchange[]>,
): Promise<{ exchanges: Exchange[]; error: FuzzFinding | null }> => {
  try {
    return { exchanges: await work(), error: null };
  } catch (error) {
    if (error instanceof FuzzFinding) return { exchanges: [], error };
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { exchanges: [], error: new FuzzFinding('error', message, stack) };
  }
};

const mayChangeStore = ({ sent, received }: Exchange): boolean =>
  !['GET', 'HEAD'].includes(sent.method) && received.status < 400;

const mayChangePerson = (action: Action): boolean => 'bytes' in action && /^PATCH .*people/.test(action.bytes);

const changedPerson = ({ sent, received }: Exchange): boolean =>
  sent.address.startsWith('/v1/people') && sent.method === 'PATCH' && received.status < 300;
