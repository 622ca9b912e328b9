import assert from 'node:assert/strict';
import { it } from 'node:test';
import { restartUnderClients } from './rolling-restart.ts';

it('a restart of each api and bff process loses and repeats no event of 41 clients, even if one sleeps, and shows no error', async () => {
  const { logged, clients } = await restartUnderClients(10);
  for (const { received, mostFailures, errors } of clients) {
    assert.deepEqual(received, logged);
    // After two failures in a row, the web app shows that live updates are off.
    assert.ok(mostFailures < 2, errors.join());
    for (const error of errors) assert.match(error, /^50[23]$/);
  }
});
