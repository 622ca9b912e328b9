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

/** A run in which nothing is wrong. */
const sound = (): Load => ({
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

/** What does not hold of a run in which one thing is otherwise. */
const failingAfter = (change: (load: Load) => unknown): string[] => {
  const load = sound();
  change(load);
  return factsOf(load)
    .filter(({ holds }) => !holds)
    .map(({ name }) => name);
};

describe('what has to hold of load', () => {
  it('does of a run in which nothing is wrong', () => {
    assert.deepEqual(
      failingAfter(() => {}),
      [],
    );
  });

  it('does where a machine without room for the work refuses some of it', () => {
    const slow = ({ steady: { all } }: Load) =>
      Object.assign(all, { answered: { ...all.answered, p50: 900 }, shed: { ...all.shed, count: 5 } });
    assert.deepEqual(failingAfter(slow), []);
  });

  it('does where nothing of a flood is refused since it was not too much', () => {
    assert.deepEqual(
      failingAfter(({ flood }) => (flood.during.shed.count = 0)),
      [],
    );
  });

  const changes: Record<string, (load: Load) => unknown> = {
    'an error in steady work': ({ steady }) => (steady.all.wrong = { 500: 1 }),
    'a refusal in steady work': ({ steady }) => (steady.all.shed.count = 1),
    'no answer in steady work': ({ steady }) => (steady.all.answered.count = 0),
    'a heap that grows': ({ steady }) => (steady.held[4] = { ...held(), api: { ...held().api, heapUsed: 106 } }),
    'resident memory that grows': ({ steady }) => (steady.held[4] = { ...held(), bff: { ...held().bff, rss: 111 } }),
    'a flood that was not sent': ({ flood }) => (flood.sent = 900),
    'a request without an answer in the flood': ({ flood }) => (flood.during.wrong = { 0: 1 }),
    'a refusal without Retry-After': ({ flood }) => (flood.during.withoutRetryAfter = 1),
    'a flood that waits, and is not refused': ({ flood: { during } }) => {
      during.shed.count = 0;
      Object.assign(during.answered, { p50: 7000, p99: 9000 });
    },
    'answers that come late in the flood': ({ flood }) => (flood.during.answered.p99 = 10_001),
    'a flood from which it comes back late': ({ flood }) => (flood.recovery.quick = 10_001),
    'a flood from which it does not come back': ({ flood }) => (flood.recovery.quick = undefined),
    'a heap that a flood leaves large': ({ flood }) => (flood.held.bff.heapUsed = 120),
    'an error beside slow clients': ({ beside }) => (beside.beside.wrong = { 502: 1 }),
    'little that is answered beside slow clients': ({ beside }) => (beside.beside.answered.count = 600),
    'a slow client that is not there': ({ beside }) => (beside.connected = 2),
    'a slow client that is never ended': ({ beside }) => (beside.endings['slow uploads'].ways = {}),
    'a slow client that is hung up on': ({ beside }) => (beside.endings['slow headers'].ways = { 408: 1, cut: 1 }),
    'a slow client that reads on and gets nothing': ({ beside }) =>
      (beside.endings['slow readers'].ways = { silent: 1 }),
    'a connection that is left': ({ beside }) => (beside.held.after.bff.connections = 1),
    'a heap that slow clients leave large': ({ beside }) => (beside.held.after.api.heapUsed = 120),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`does not, in one place, with ${what}`, () => {
      assert.equal(failingAfter(change).length, 1);
    });
  }
});
