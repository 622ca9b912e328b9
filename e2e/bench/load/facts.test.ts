import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf, type Load } from './facts.ts';
import type { Held } from './held.ts';
import type { Summary } from './summary.ts';

const summary = (): Summary => ({
  answered: { count: 1000, p50: 100, p99: 200 },
  shed: { count: 0, p50: Number.NaN, p99: Number.NaN },
  withoutRetryAfter: 0,
  wrong: {},
});

const held = (): Held => ({
  when: '',
  api: { rss: 100, heapUsed: 100, connections: 0 },
  bff: { rss: 100, heapUsed: 100, connections: 0 },
});

/** Creates the measurements of a run without problems. */
const createRun = (): Load => ({
  steady: {
    connections: 200,
    seconds: 60,
    perSecond: 1000,
    all: summary(),
    byKind: { list: summary(), read: summary(), write: summary() },
    held: Array.from({ length: 5 }, held),
  },
  flood: {
    perSecond: 2000,
    seconds: 15,
    meant: 1000,
    sent: 1000,
    connections: 100,
    during: { ...summary(), shed: { count: 500, p50: 100, p99: 200 } },
    quiet: summary(),
    recovery: { firstAnswer: 10, quick: 20, allAnswered: 30 },
    held: held(),
  },
  beside: {
    slow: 3,
    seconds: { without: 30, coming: 15, beside: 75 },
    connected: 3,
    endings: {
      'slow headers': { clients: 1, ways: { 408: 4 } },
      'slow uploads': { clients: 1, ways: { 408: 1 } },
      'slow readers': { clients: 1, ways: { cut: 1 } },
    },
    without: summary(),
    coming: summary(),
    beside: summary(),
    held: { before: held(), beside: held(), after: held() },
  },
});

/** Returns the names of the checks that fail after a change to such a run. */
const failedAfter = (change: (load: Load) => unknown): string[] => {
  const load = createRun();
  change(load);
  return factsOf(load)
    .filter(({ holds }) => !holds)
    .map(({ name }) => name);
};

describe('the checks of the load benchmark', () => {
  it('pass for a run without problems', () => {
    assert.deepEqual(
      failedAfter(() => {}),
      [],
    );
  });

  it('pass if a slow machine sheds some requests', () => {
    const slow = ({ steady: { all } }: Load) =>
      Object.assign(all, { answered: { ...all.answered, p50: 900 }, shed: { ...all.shed, count: 5 } });
    assert.deepEqual(failedAfter(slow), []);
  });

  it('pass if a fast machine sheds nothing in the overload', () => {
    assert.deepEqual(
      failedAfter(({ flood }) => (flood.during.shed.count = 0)),
      [],
    );
  });

  const changes: Record<string, (load: Load) => unknown> = {
    'an error in steady work': ({ steady }) => (steady.all.wrong = { 500: 1 }),
    'a shed request in steady work': ({ steady }) => (steady.all.shed.count = 1),
    'no responses in steady work': ({ steady }) => (steady.all.answered.count = 0),
    'a growing heap': ({ steady }) => (steady.held[4] = { ...held(), api: { ...held().api, heapUsed: 106 } }),
    'growing resident memory': ({ steady }) => (steady.held[4] = { ...held(), bff: { ...held().bff, rss: 111 } }),
    'an overload that was not sent': ({ flood }) => (flood.sent = 900),
    'a request without a response in the overload': ({ flood }) => (flood.during.wrong = { 0: 1 }),
    'a shed request without Retry-After': ({ flood }) => (flood.during.withoutRetryAfter = 1),
    'an overload that waits instead of being shed': ({ flood: { during } }) => {
      during.shed.count = 0;
      Object.assign(during.answered, { p50: 7000, p99: 9000 });
    },
    'late responses in the overload': ({ flood }) => (flood.during.answered.p99 = 10_001),
    'a late recovery from the overload': ({ flood }) => (flood.recovery.quick = 10_001),
    'no recovery from the overload': ({ flood }) => (flood.recovery.quick = undefined),
    'a large heap after the overload': ({ flood }) => (flood.held.bff.heapUsed = 120),
    'an error with slow clients': ({ beside }) => (beside.beside.wrong = { 502: 1 }),
    'few responses with slow clients': ({ beside }) => (beside.beside.answered.count = 600),
    'a missing slow client': ({ beside }) => (beside.connected = 2),
    'a slow client that is never disconnected': ({ beside }) => (beside.endings['slow uploads'].ways = {}),
    'a slow client disconnected without a status': ({ beside }) =>
      (beside.endings['slow headers'].ways = { 408: 1, cut: 1 }),
    'a slow reader that gets no more data': ({ beside }) => (beside.endings['slow readers'].ways = { silent: 1 }),
    'a connection that stays open': ({ beside }) => (beside.held.after.bff.connections = 1),
    'a large heap after slow clients': ({ beside }) => (beside.held.after.api.heapUsed = 120),
  };
  for (const [problem, change] of Object.entries(changes)) {
    it(`fail once for ${problem}`, () => {
      assert.equal(failedAfter(change).length, 1);
    });
  }
});
