import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachApi } from '../testing/api.ts';
import { watchLag } from './load-shedding.ts';

let behind = 0;

forEachApi(
  api => {
    const statusesBehind = async (milliseconds: number, addresses: readonly string[]) => {
      behind = milliseconds;
      try {
        return await Promise.all(addresses.map(address => api().call('GET', address)));
      } finally {
        behind = 0;
      }
    };

    describe('a process that is far behind', () => {
      it('503 with Retry-After at once, whatever is asked, and goes on when it has caught up', async () => {
        const addresses = ['/v1/tickets', '/v1/gists', '/v1/people/me', '/v1/openapi.json'];
        for (const { status, headers, body } of await statusesBehind(1001, addresses)) {
          assert.equal(status, 503);
          assert.equal(headers.get('retry-after'), '1');
          assert.equal((body as { code: number }).code, 50300);
        }
        const [caughtUp] = await statusesBehind(1000, ['/v1/tickets']);
        assert.equal(caughtUp?.status, 200);
      });

      it('200 for whoever asks how it is: being busy is being well', async () => {
        const answers = await statusesBehind(60_000, ['/healthz', '/readyz']);
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200],
        );
      });
    });
  },
  { lag: () => behind },
);

describe('the lag of a process', () => {
  const beBusy = async (milliseconds: number): Promise<void> => {
    await new Promise(resolve => setTimeout(resolve, 30));
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
  };

  it('is none for one long turn, and how long the second in a row has lasted', async () => {
    const lag = watchLag();
    await beBusy(200);
    assert.equal(lag(), 0);
    const until = performance.now() + 400;
    // The timers are due first of all in a turn: this one comes after them.
    await new Promise(resolve => setTimeout(resolve, 1));
    while (performance.now() < until);
    assert.ok(lag() >= 100, `${lag()} ms`);
    await beBusy(0);
    await beBusy(0);
    assert.equal(lag(), 0);
  });
});
