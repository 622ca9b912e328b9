import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { forEachApi } from '../../testing/api.ts';
import { expectDocumented, type OAuthAnswer } from '../../testing/properties/documented-answer.ts';
import { addBffClient, addClient, addPerson } from '../testing/server.ts';
import { createWanderer, type Step, stepNames } from '../testing/wanderer.ts';

/** Mostly straight on, or nobody would get far. */
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    name: fc.oneof(
      { weight: 3, arbitrary: fc.constant('onward' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...stepNames) },
    ),
    pick: fc.nat({ max: 5 }),
  }),
  { minLength: 10, maxLength: 24 },
);

forEachApi(api => {
  describe('any steps in any order, as browser and as program', () => {
    it('get no 5xx, documented answers, and tokens for a code once', async () => {
      const { database, url } = api();
      const open = await addClient(database, { kind: 'public' });
      const clients = [await addBffClient(database), await addClient(database), open];
      const person = await addPerson(database, 'mara@desk.example');
      const redirects = [...clients.map(({ redirectUri }) => redirectUri), `${url}/oauth/`, 'http://localhost:3000/'];
      const told = (answer: OAuthAnswer, what: string) => expectDocumented(answer, redirects, what);
      let signedIn = 0;
      const property = fc.asyncProperty(anySteps, async steps => {
        const { take, spent } = createWanderer({ server: api(), person, clients, told });
        for (const step of steps) await take(step);
        for (const [code, times] of spent) assert.equal(times, 1, `${code} was taken ${times} times`);
        signedIn += spent.size;
      });
      // With this seed some of the walks come as far as a token.
      await fc.assert(property, { numRuns: 8, seed: 1 });
      assert.ok(signedIn > 0, 'or else nothing was tried');
    });

    it('are never an error of ours in the log', () => {
      const errors = api().logged.filter(line => /"level":(50|60)/.test(line));
      assert.deepEqual(errors, []);
    });
  });
});
