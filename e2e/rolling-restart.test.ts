import assert from 'node:assert/strict';
import { it } from 'node:test';
import { restartUnderClients } from './rolling-restart.ts';

it('41 clients, one asleep, get each event once and fail at most once in a row while each api and bff process restarts', async () => {
  const { eventIds, clients } = await restartUnderClients(10);
  for (const { received, mostFailures, errors } of clients) {
    assert.deepEqual(received, eventIds);
    // After two failures in a row, the web app shows that live updates are off.
    assert.ok(mostFailures < 2, errors.join());
    for (const error of errors) assert.match(error, /^50[23]$/);
  }
});
