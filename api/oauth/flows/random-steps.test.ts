import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { forEachApi } from '../../testing/api.ts';
import { expectOAuthResponse, type OAuthResponse } from '../../testing/properties/oauth-response.ts';
import { addBffClient, addClient, addPerson } from '../testing/oauth-server.ts';
import { createWorkload, type WorkloadStep, workloadStepNames } from '../testing/workload.ts';

/** Mostly regular steps; otherwise few sequences reach a token. */
const anySteps: fc.Arbitrary<WorkloadStep[]> = fc.array(
  fc.record({
    name: fc.oneof(
      { weight: 3, arbitrary: fc.constant('onward' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...workloadStepNames) },
    ),
    pick: fc.nat({ max: 5 }),
  }),
  { minLength: 10, maxLength: 24 },
);

forEachApi(api => {
  describe('any sequence of steps, as browser and as client', () => {
    it('gets documented responses, no 5xx, and tokens only once for a code', async () => {
      const { database, url } = api();
      const publicClient = await addClient(database, { kind: 'public' });
      const clients = [await addBffClient(database), await addClient(database), publicClient];
      const person = await addPerson(database, 'mara@desk.example');
      const redirects = [...clients.map(({ redirectUri }) => redirectUri), `${url}/oauth/`, 'http://localhost:3000/'];
      const onResponse = (response: OAuthResponse, request: string) =>
        expectOAuthResponse(response, redirects, request);
      let redeemed = 0;
      const property = fc.asyncProperty(anySteps, async steps => {
        const { runStep, redeemedCodes } = createWorkload({ server: api(), person, clients, onResponse });
        for (const step of steps) await runStep(step);
        for (const [code, times] of redeemedCodes) assert.equal(times, 1, `${code} was redeemed ${times} times`);
        redeemed += redeemedCodes.size;
      });
      // With this seed some sequences reach a token.
      await fc.assert(property, { numRuns: 8, seed: 1 });
      assert.ok(redeemed > 0, 'no sequence reached a token');
    });

    it('logs no error', () => {
      const errors = api().logged.filter(line => /"level":(50|60)/.test(line));
      assert.deepEqual(errors, []);
    });
  });
});
