import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { forEachApi, type TestApi } from '../api.ts';
import type { ApiResponse } from '../request.ts';
import { gistType, messageType, type ResourceType, ticketType, viewType } from './resource-types.ts';

type Resource = { id: string; url: string };

/** A POST that is sent repeatedly. */
type Post = { collection: string; kind: ResourceType; draft: Record<string, unknown>; key: string };

const send = (api: TestApi, { collection, kind, draft, key }: Post): Promise<ApiResponse<Resource>> =>
  api.call<Resource>('POST', collection, { as: kind.as, body: draft, headers: { 'Idempotency-Key': key } });

const listIds = async (api: TestApi, { collection }: Post): Promise<string[]> =>
  (await api.walk<Resource>(`${collection}?per_page=100`, 'next')).flat().map(({ id }) => id);

forEachApi(api => {
  describe('concurrent POSTs with one Idempotency-Key', () => {
    for (const kind of [ticketType, messageType, gistType, viewType] satisfies ResourceType[]) {
      it(`create one ${kind.name}; every response repeats the first response, or is 409 while the first request is in progress`, async () => {
        let run = 0;
        const attempts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 });
        await fc.assert(
          fc.asyncProperty(kind.drafts(api()), attempts, async (draft, groupSizes) => {
            const post = { collection: await kind.collection(api()), kind, draft, key: `${kind.name}-${run++}` };
            const before = await listIds(api(), post);
            const responses: ApiResponse<Resource>[] = [];
            for (const size of groupSizes) {
              responses.push(...(await Promise.all(Array.from({ length: size }, () => send(api(), post)))));
            }
            const made = responses.filter(({ status }) => status === 201);
            const [first] = made;
            assert.ok(first !== undefined, 'nothing was created');
            assert.equal(made.filter(({ headers }) => !headers.has('idempotency-replayed')).length, 1);
            assert.deepEqual(new Set(made.map(({ text }) => text)), new Set([first.text]));
            for (const { status, body } of responses) assert.ok(status === 201 || body.code === 40903, `${status}`);
            const after = await listIds(api(), post);
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
