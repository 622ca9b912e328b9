import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { forEachApi, type TestApi } from '../api.ts';
import { deltas } from '../arbitraries/drafts.ts';
import type { Answer } from '../request.ts';
import { gist, type Kind, message, ticket } from './kinds.ts';
import { mergePatch } from './merge-patch.ts';

type Thing = Record<string, unknown> & { url: string };

/** What tells one thing from another that is the same: whose it is, and when. */
const own = /^(id|url|ticket_id|.*_at)$/;

const withoutIdentity = (thing: Thing) => Object.fromEntries(Object.entries(thing).filter(([name]) => !own.test(name)));

/** What a write came to: what is wrong with the body, or the thing and which of its times are set. */
const outcome = ({ status, body }: Answer<Thing>) =>
  status === 200
    ? [status, withoutIdentity(body), Object.keys(body).filter(name => body[name] === null)]
    : [status, body.errors];

const create = async (api: TestApi, address: string, draft: Record<string, unknown>) => {
  const made = await api.call<Thing>('POST', address, { body: draft });
  assert.equal(made.status, 201, made.text);
  return made.body;
};

forEachApi(api => {
  describe('PATCH', () => {
    for (const kind of [ticket, message, gist] satisfies Kind[]) {
      it(`comes to what PUT of the merged ${kind.name} comes to (RFC 7396)`, async () => {
        const cases = fc.tuple(kind.drafts(api()), deltas(kind.members(api())));
        await fc.assert(
          fc.asyncProperty(cases, async ([draft, delta]) => {
            const collection = await kind.collection(api());
            const [one, other] = [await create(api(), collection, draft), await create(api(), collection, draft)];
            const patched = await api().call<Thing>('PATCH', one.url, { body: delta });
            const put = await api().call<Thing>('PUT', other.url, { body: mergePatch(other, delta) });
            assert.deepEqual(outcome(patched), outcome(put));
          }),
          { numRuns: 20 },
        );
      });
    }
  });
});
