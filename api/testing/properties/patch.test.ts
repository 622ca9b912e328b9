import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { forEachApi, type TestApi } from '../api.ts';
import { deltas } from '../arbitraries/drafts.ts';
import type { ApiResponse } from '../request.ts';
import { mergePatch } from './merge-patch.ts';
import { gistType, messageType, type ResourceType, ticketType } from './resource-types.ts';

type Resource = Record<string, unknown> & { url: string };

/** Members that differ between two equal resources: identity and times. */
const identity = /^(id|url|ticket_id|.*_at)$/;

const withoutIdentity = (resource: Resource) =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !identity.test(name)));

/** Returns the status of a write with its field errors, or with the resource and its null members. */
const getOutcome = ({ status, body }: ApiResponse<Resource>) =>
  status === 200
    ? [status, withoutIdentity(body), Object.keys(body).filter(name => body[name] === null)]
    : [status, body.errors];

const create = async (api: TestApi, path: string, draft: Record<string, unknown>) => {
  const made = await api.call<Resource>('POST', path, { body: draft });
  assert.equal(made.status, 201, made.text);
  return made.body;
};

forEachApi(api => {
  describe('PATCH', () => {
    for (const kind of [ticketType, messageType, gistType] satisfies ResourceType[]) {
      it(`has the same result as PUT of the merged ${kind.name} (RFC 7396)`, async () => {
        const cases = fc.tuple(kind.drafts(api()), deltas(kind.members(api())));
        await fc.assert(
          fc.asyncProperty(cases, async ([draft, delta]) => {
            const collection = await kind.collection(api());
            const [first, second] = [await create(api(), collection, draft), await create(api(), collection, draft)];
            const patched = await api().call<Resource>('PATCH', first.url, { body: delta });
            const replaced = await api().call<Resource>('PUT', second.url, { body: mergePatch(second, delta) });
            assert.deepEqual(getOutcome(patched), getOutcome(replaced));
          }),
          { numRuns: 20 },
        );
      });
    }
  });
});
