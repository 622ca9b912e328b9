import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkLoad, type LoadResults } from './checks.ts';
import type { Summary } from './summary.ts';
import type { ServerUsage } from './usage.ts';

const summary = (): Summary => ({
  answered: { count: 1000, p50: 100, p99: 200 },
  shed: { count: 0, p50: Number.NaN, p99: Number.NaN },
  withoutRetryAfter: 0,
  failed: {},
});

const held = (): ServerUsage => ({
  when: '',
  api: { rss: 100, heapUsed: 100, connections: 0 },
  bff: { rss: 100, heapUsed: 100, connections: 0 },
});

/** Creates the measurements of a run without problems. */
const createRun = (): LoadResults => ({
  steady: {
    connections: 200,
    seconds: 60,
    perSecond: 1000,
    all: summary(),
    byKind: { list: summary(), read: summary(), write: summary() },
    usages: Array.from({ length: 5 }, held),
  },
  overload: {
    perSecond: 2000,
    seconds: 15,
    planned: 1000,
    sent: 1000,
    connections: 100,
    during: { ...summary(), shed: { count: 500, p50: 100, p99: 200 } },
    quiet: summary(),
    recovery: { firstAnswer: 10, quick: 20, allAnswered: 30 },
    usage: held(),
  },
  withSlowClients: {
    slow: 3,
    seconds: { without: 30, connecting: 15, withSlow: 75 },
    connected: 3,
    endings: {
      'slow headers': { clients: 1, counts: { 408: 4 } },
      'slow uploads': { clients: 1, counts: { 408: 1 } },
      'slow readers': { clients: 1, counts: { cut: 1 } },
    },
    without: summary(),
    connecting: summary(),
    withSlow: summary(),
    usage: { before: held(), during: held(), after: held() },
  },
});

/** Returns the names of the checks that fail after a change to such a run. */
const failedAfter = (change: (load: LoadResults) => unknown): string[] => {
  const load = createRun();
  change(load);
  return checkLoad(load)
    .filter(({ passed }) => !passed)
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
    const slow = ({ steady: { all } }: LoadResults) =>
      Object.assign(all, { answered: { ...all.answered, p50: 900 }, shed: { ...all.shed, count: 5 } });
    assert.deepEqual(failedAfter(slow), []);
  });

  it('pass if a fast machine sheds nothing in the overload', () => {
    assert.deepEqual(
      failedAfter(({ overload }) => (overload.during.shed.count = 0)),
      [],
    );
  });

  const changes: Record<string, (load: LoadResults) => unknown> = {
    'an error in steady work': ({ steady }) => (steady.all.failed = { 500: 1 }),
    'a shed request in steady work': ({ steady }) => (steady.all.shed.count = 1),
    'no responses in steady work': ({ steady }) => (steady.all.answered.count = 0),
    'a growing heap': ({ steady }) => (steady.usages[4] = { ...held(), api: { ...held().api, heapUsed: 106 } }),
    'growing resident memory': ({ steady }) => (steady.usages[4] = { ...held(), bff: { ...held().bff, rss: 111 } }),
    'an overload that was not sent': ({ overload }) => (overload.sent = 900),
    'a request without a response in the overload': ({ overload }) => (overload.during.failed = { 0: 1 }),
    'a shed request without Retry-After': ({ overload }) => (overload.during.withoutRetryAfter = 1),
    'an overload that waits instead of being shed': ({ overload: { during } }) => {
      during.shed.count = 0;
      Object.assign(during.answered, { p50: 7000, p99: 9000 });
    },
    'late responses in the overload': ({ overload }) => (overload.during.answered.p99 = 10_001),
    'a late recovery from the overload': ({ overload }) => (overload.recovery.quick = 10_001),
    'no recovery from the overload': ({ overload }) => (overload.recovery.quick = undefined),
    'a large heap after the overload': ({ overload }) => (overload.usage.bff.heapUsed = 120),
    'an error with slow clients': ({ withSlowClients }) => (withSlowClients.withSlow.failed = { 502: 1 }),
    'few responses with slow clients': ({ withSlowClients }) => (withSlowClients.withSlow.answered.count = 600),
    'a missing slow client': ({ withSlowClients }) => (withSlowClients.connected = 2),
    'a slow client that is never disconnected': ({ withSlowClients }) =>
      (withSlowClients.endings['slow uploads'].counts = {}),
    'a slow client disconnected without a status': ({ withSlowClients }) =>
      (withSlowClients.endings['slow headers'].counts = { 408: 1, cut: 1 }),
    'a slow reader that gets no more data': ({ withSlowClients }) =>
      (withSlowClients.endings['slow readers'].counts = { silent: 1 }),
    'a connection that stays open': ({ withSlowClients }) => (withSlowClients.usage.after.bff.connections = 1),
    'a large heap after slow clients': ({ withSlowClients }) => (withSlowClients.usage.after.api.heapUsed = 120),
  };
  for (const [problem, change] of Object.entries(changes)) {
    it(`fail once for ${problem}`, () => {
      assert.equal(failedAfter(change).length, 1);
    });
  }
});
