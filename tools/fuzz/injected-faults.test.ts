import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { JsonSchema } from '../../api/testing/openapi-document.ts';
import { type Action, createStep, type Step } from './actions.ts';
import { createCoverage } from './coverage.ts';
import { type FuzzDesk, startFuzzDesk } from './desk.ts';
import {
  createFaultyDesk,
  createFaultyRunner,
  type Fault,
  faultAt,
  noFault,
  withBody,
  withHeaders,
} from './faulty-desk.ts';
import { type FuzzPlan, type FuzzResult, fuzz } from './fuzz.ts';
import { createLogWatch } from './log-watch.ts';
import { createSequenceRunner } from './run-sequence.ts';

/** A fault, the action that triggers it, and the expected finding. */
type Case<Trigger extends Action = Action> = [title: string, action: Trigger, fault: Fault, finding: RegExp];

const errorBody = (code: number, more = {}) => ({ code, message: 'No', description: 'No.', ...more });
const respondWith = (pattern: RegExp, status: number, body: object) =>
  faultAt(pattern, received => withBody(received, status, body));

const ticket = createStep('cleo', 'GET /tickets/~new.a~');
const unknown = createStep('cleo', 'GET /tickets?colour=red');
const change = { ...createStep('cleo', 'PATCH /tickets/~new.a~', { subject: 'Another' }), checksUnchanged: true };
const bytes = (to: 'operation' | 'oauth', line: string): Action => ({
  ...{ to, bytes: `${line} HTTP/1.1\r\nHost: desk\r\n\r\n` },
});
const anonymous = bytes('operation', 'GET /v1/tickets');
const page = bytes('oauth', 'GET /oauth/authorize');

const closeConnection = faultAt(/tickets\/f/, () => {
  throw new Error('closed');
});
const addMember = faultAt(/GET \/v1\/tickets\/f/, received =>
  withBody(received, 200, { ...Object(received.body), colour: 'red' }),
);
const acceptUnknown: Fault = ({ address }, forward) =>
  forward(address.includes('colour') ? { address: '/v1/tickets' } : {});
const rejectAppliedChange = faultAt(/PATCH/, received =>
  withHeaders(withBody(received, 412, errorBody(41200)), { 'cache-control': 'no-store' }),
);
const allowFraming = faultAt(/oauth/, received => withHeaders(received, { 'content-security-policy': null }));

// biome-ignore format: a table is read by its columns
const invalidResponses: readonly Case[] = [
  ['a 500', ticket, respondWith(/GET \/v1\/tickets\/f/, 500, {}), /^5xx: getTicket 500/],
  ['a 500 to one of several concurrent requests', { concurrent: [unknown, ticket] }, respondWith(/GET \/v1\/tickets\/f/, 500, {}), /^5xx: getTicket 500/],
  ['no response', ticket, closeConnection, /^no response: .*\n.*closed/],
  ['an undocumented status', ticket, respondWith(/GET \/v1\/tickets\/f/, 202, {}), /^undocumented: getTicket 202\n.*no 202/s],
  ['an undocumented member', ticket, addMember, /^undocumented: getTicket 200\n.*colour/s],
  ['an accepted unknown parameter', unknown, acceptUnknown, /^undocumented: listTickets 200\n.*parameter colour/s],
  ['a rejected request that changes data', change, rejectAppliedChange, /^changed by a rejected request: updateTicket\n/],
  ['a 502 to raw bytes', anonymous, respondWith(/anonymous/, 502, {}), /^5xx: bytes GET 502/],
  ['an error with an undocumented member to raw bytes', anonymous, respondWith(/anonymous/, 401, errorBody(40100, { stack: 'at' })), /^malformed error: bytes GET 401\n.*stack/s],
  ['a 500 of the authorization server', page, respondWith(/oauth/, 500, {}), /^5xx: oauth .oauth.authorize 500/],
  ['a page that can be framed', page, allowFraming, /^undocumented: oauth .oauth.authorize 400\n/],
];

/** A private gist of cleo and a view of eve, created by the setup. */
const [gist, view] = ['/gists/~new.d~', '/views/~new.g~'];
const noneMatch: Step['headers'] = [['If-None-Match', '*']];
const stale: Step['headers'] = [['If-Match', '"0"']];
const files = { 'a.md': { content: 'A' } };

/** Forwards dan's matching requests with the token of the owner. */
const asOwner =
  (pattern: RegExp, owner = 'cleo'): Fault =>
  ({ as, method, address }, forward) =>
    forward(as === 'dan' && pattern.test(`${method} ${address}`) ? { as: owner } : {});

const countOneMore = faultAt(/count=true/, received =>
  withHeaders(received, { 'x-total-count': `${Number(received.headers.get('x-total-count')) + 1}` }),
);

/** An error message that reveals the private resource. */
const revealingError: Fault = async (_, forward) => {
  const received = await forward();
  if (received?.status !== 403) return received;
  const [description] = Object.keys(Object((await forward({ as: 'cleo' }))?.body).files);
  return withBody(received, 403, { ...Object(received.body), description });
};

// biome-ignore format: a table is read by its columns
const leaks: readonly Case<Step>[] = [
  ['by its id', createStep('dan', `GET ${gist}`), asOwner(/GET .*gists/), /^leak: .v1.gists.…\ndan saw the word zq\d+ocleo/],
  ['by its id, without its text', createStep('dan', `GET ${gist}?fields=id`), asOwner(/fields/), /^leak: .v1.gists.…\ndan saw a private resource/],
  ['by its headers', createStep('dan', `HEAD ${gist}`), asOwner(/HEAD/), /^leak: .v1.gists.…\n.* a private resource/],
  ['by a 304', createStep('dan', `GET ${gist}`, undefined, noneMatch), asOwner(/gists/), /^leak: .v1.gists.…\n.* a private resource.*→ 304/s],
  ['by a 412', createStep('dan', `PUT ${gist}`, { files }, stale), asOwner(/PUT/), /^leak: .v1.gists.…\n.* the word .*→ 412/s],
  ['by a 422', createStep('dan', `PUT ${gist}`, { files: 7 }), asOwner(/PUT/), /^leak: .v1.gists.…\n.* a private resource.*→ 422/s],
  ['by an error that names it', createStep('dan', `GET ${gist}`), revealingError, /^leak: .v1.gists.…\n.* the word .*→ 403/s],
  ['when overwritten by another person', createStep('dan', `PUT ${gist}`, { files, public: false }), asOwner(/PUT/), /^leak: .v1.gists.…\n.* a private resource/],
  ['when deleted by another person', createStep('dan', `DELETE ${gist}`), asOwner(/DELETE/), /^leak: .v1.gists.…\n.*→ 204/s],
  ['when starred by another person', createStep('dan', `PUT ${gist}/star`), asOwner(/star/), /^leak: .v1.gists.….star\n.*→ 204/s],
  ['in a list', createStep('dan', 'GET /gists'), asOwner(/gists/), /^leak: .v1.gists\n.* the word zq\d+ocleo/],
  ['in a list of ids', createStep('dan', 'GET /gists?fields=id'), asOwner(/fields/), /^leak: .v1.gists\n.*gists.f\d+-d, which is private/],
  ['in an envelope', createStep('dan', 'GET /gists?fields=id&envelope=true'), asOwner(/fields/), /^leak: .v1.gists\n.*gists.f\d+-d, which is private/],
  ['in the list of starred gists', createStep('dan', 'GET /gists/starred?fields=id'), asOwner(/starred/), /^leak: .v1.gists.starred\n.*gists.f\d+-d, which/],
  ['by the count of a search', createStep('dan', 'GET /gists?q=~mark.1~&fields=id&count=true'), countOneMore, /^leak: .v1.gists\n.* the word zq\d+ocleon1zq/],
  ['by a total', createStep('dan', 'GET /gists?owner_id=~person.6~&count=true'), countOneMore, /^leak: .v1.gists\n.* how many hidden resources exist/],
  ['in the change log', createStep('dan', 'GET /events?fields=resource,resource_id'), asOwner(/events/), /^leak: .v1.events\n.*gists.f\d+-d, which is private/],
  ['as a view', createStep('dan', `GET ${view}?fields=id`), asOwner(/fields/, 'eve'), /^leak: .v1.views.…\n.* a private resource/],
  ['as the content of a file', createStep('dan', 'GET /attachments/~attachment.0~/content'), asOwner(/content/), /^leak: .v1.attachments.….content\n.* another person's file/],
  ['in a list of views', createStep('dan', 'GET /views?fields=id'), asOwner(/fields/, 'eve'), /^leak: .v1.views\n.*views.f\d+-g, which is private/],
];

/**
 * All requests above without a fault, and cleo's reads of the same resources. Then dan's reads while cleo's gist is
 * public, and all requests for private resources after the gist is private again.
 */
const correctRequests: readonly Action[] = [
  ...invalidResponses.map(([, action]) => action),
  ...leaks.map(([, step]) => step),
  ...leaks.filter(([, { method }]) => method === 'GET').map(([, step]) => ({ ...step, as: 'cleo' })),
  createStep('cleo', `PATCH ${gist}`, { public: true }),
  createStep('dan', `GET ${gist}`),
  createStep('dan', 'GET /gists'),
  createStep('cleo', `PATCH ${gist}`, { public: false }),
  ...leaks.map(([, step]) => step),
];

/** The operations of the setup and of the fault: fewer operations make the run faster. */
const fewOperations = [
  ...['replaceTicket', 'replaceMessage', 'createMessage', 'replaceMailbox', 'receiveMail', 'createAttachment'],
  ...['replaceGist', 'starGist', 'replaceView', 'createClient', 'createScriptToken', 'replaceIdentityProvider'],
  ...[
    'createIdentityProvider',
    'updateIdentityProvider',
    'updateSettings',
    'announcePresence',
    'watchTicket',
    'getTicket',
  ],
];
const withFewOperations = (document: JsonSchema): JsonSchema => {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, JsonSchema>>).map(([path, item]) => {
    const few = Object.entries(item).filter(([, { operationId }]) => fewOperations.includes(String(operationId)));
    return [path, Object.fromEntries(few)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
};

describe('the fuzzer on a desk with an injected fault', () => {
  let desk: FuzzDesk;
  let runner: ReturnType<typeof createFaultyRunner>;
  before(async () => {
    desk = await startFuzzDesk('sqlite');
    runner = createFaultyRunner(desk);
  });
  after(async () => {
    await runner.close();
    await desk.stop();
  });

  for (const [title, action, fault, finding] of invalidResponses)
    it(`reports an invalid response: ${title}`, async () =>
      assert.match(await runner.findWith(fault, [action]), finding));

  for (const [title, action, fault, finding] of leaks)
    it(`reports a private resource that leaks ${title}`, async () =>
      assert.match(await runner.findWith(fault, [action]), finding));

  it('reports nothing for correct responses', async () =>
    assert.equal(await runner.findWith(noFault, correctRequests), ''));

  // Last, because the gists of a second runner are unknown to the first.
  it('reports a private resource that leaks in a stream of events', async () => {
    const transport = desk.openTransport();
    const [dan, cleo] = ['dan', 'cleo'].map(as => desk.getAuthorization(as) ?? '');
    const openEventStream = (authorization: string) =>
      transport.openEventStream((authorization === dan ? cleo : authorization) ?? '');
    const leaking = { ...desk, openTransport: () => ({ ...transport, openEventStream }) };
    const streams = createSequenceRunner(leaking, createCoverage(), () => false);
    const failure = await streams.run([]).finally(() => streams.close());
    assert.match(failure?.error.message ?? '', /^leak: .v1.events\ndan saw the word zq\d+ocleo/);
  });

  describe('the findings of a run', () => {
    let faulty: FuzzDesk;
    let found: FuzzResult[];
    const run = (plan: FuzzPlan) => fuzz(faulty, createCoverage(), plan, () => undefined);

    before(async () => {
      const log = createLogWatch();
      log.addSecret('Bearer a-secret-for-the-log-watch');
      log.addLine(JSON.stringify({ level: 50, msg: 'unexpected error' }));
      log.addLine(JSON.stringify({ level: 20, req: { path: '/v1/a-secret-for-the-log-watch' } }));
      const failing = faultAt(/^eve GET \/v1\/tickets\/f/, received => ({ ...received, status: 500 }));
      faulty = {
        ...createFaultyDesk(desk, failing),
        ...{ log, memory: async () => 701, check: async () => ['{"broken":1}'] },
        document: withFewOperations(desk.document),
      };
      found = await run({ seed: 2, sequences: 1 });
    });

    it('have a minimal sequence that can be replayed', async () => {
      const failure = found.find(({ key }) => key === '5xx: getTicket 500');
      assert.equal(failure?.actions.length, 1, JSON.stringify(found));
      assert.match(failure.actions[0] ?? '', /^eve: GET \/v1\/tickets\//);
      const [replayed] = await run({ position: failure.position });
      assert.deepEqual([replayed?.key, replayed?.actions], [failure.key, failure.actions]);
    });

    it('include errors in the log, secrets in the log, excessive memory use and an inconsistent store', () => {
      const ofProcess = found.filter(({ position }) => position === '2').map(({ key }) => key);
      assert.deepEqual(ofProcess, ['an error in the log', 'a secret in the log', 'memory', 'inconsistent store']);
    });
  });
});
