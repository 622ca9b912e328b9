import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type RoundTripCounter, startRoundTripCounter } from './count-round-trips.ts';
import { type BenchDesk, openPostgresDesk } from './desk.ts';
import { createDeskRequests } from './requests.ts';

describe('the round trips to PostgreSQL', () => {
  let desk: BenchDesk;
  let counter: RoundTripCounter;
  before(async () => {
    desk = await openPostgresDesk(60);
    counter = await startRoundTripCounter(desk);
  });
  after(async () => {
    await counter.stop();
    await desk.stop();
  });

  const limits = { 'one ticket': 2, 'list of 30': 2, 'q, a rare word': 4, 'q, a common word': 4 };

  for (const [name, limit] of Object.entries(limits)) {
    it(`are at most ${limit} for the request “${name}”`, async () => {
      const path = createDeskRequests(desk).compared.find(each => each.name === name)?.path ?? '';
      const roundTrips = await counter.count(() => ({ method: 'GET', path, headers: desk.headers, status: 200 }));
      assert.ok(roundTrips <= limit, `${roundTrips}`);
    });
  }

  it('are at most 8 for POST of a message', async () => {
    const headers = { ...desk.headers, 'content-type': 'application/json' };
    const body = JSON.stringify({ body: 'Agreed.' });
    const { messagesPath } = createDeskRequests(desk);
    const roundTrips = await counter.count(requestIndex => ({
      method: 'POST',
      path: messagesPath(requestIndex),
      headers,
      body,
      status: 201,
    }));
    assert.ok(roundTrips <= 8, `${roundTrips}`);
  });
});
