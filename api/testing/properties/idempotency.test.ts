import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { forEachApi, type TestApi } from '../api.ts';
import type { Answer } from '../request.ts';
import { gist, type Kind, message, ticket, view } from './kinds.ts';

type Thing = { id: string; url: string };

/** One POST, as often as it is sent. */
type Post = { collection: string; kind: Kind; draft: Record<string, unknown>; key: string };

const send = (api: TestApi, { collection, kind, draft, key }: Post): Promise<Answer<Thing>> =>
  api.call<Thing>('POST', collection, { as: kind.as, body: draft, headers: { 'Idempotency-Key': key } });

const idsOf = async (api: TestApi, { collection }: Post): Promise<string[]> =>
  (await api.walk<Thing>(`${collection}?per_page=100`, 'next')).flat().map(({ id }) => id);

forEachApi(api => {
  describe('the same POST with one Idempotency-Key, several times at once', () => {
    for (const kind of [ticket, message, gist, view] satisfies Kind[]) {
      it(`creates one ${kind.name}, and every answer is the first, or 409 while that is under way`, async () => {
        let run = 0;
        const attempts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 });
        await fc.assert(
          fc.asyncProperty(kind.drafts(api()), attempts, async (draft, crowds) => {
            const post = { collection: await kind.collection(api()), kind, draft, key: `${kind.name}-${run++}` };
            const before = await idsOf(api(), post);
            const answers: Answer<Thing>[] = [];
            for (const size of crowds) {
              answers.push(...(await Promise.all(Array.from({ length: size }, () => send(api(), post)))));
            }
            const made = answers.filter(({ status }) => status === 201);
            const [first] = made;
            assert.ok(first !== undefined, 'nothing was made');
            assert.equal(made.filter(({ headers }) => !headers.has('idempotency-replayed')).length, 1);
            assert.deepEqual(new Set(made.map(({ text }) => text)), new Set([first.text]));
            for (const { status, body } of answers) assert.ok(status === 201 || body.code === 40903, `${status}`);
            const after = await idsOf(api(), post);
            assert.deepEqual(
              after.filter(id => !before.includes(id)),
              [first.body.id],
            );
            const again = await send(api(), post);
            assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [first.text, 'true']);
          }),
          { numRuns: 8 },
        );
      });
    }
  });
});
