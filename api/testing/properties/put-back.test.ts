import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type TestApi, withApi } from '../api.ts';
import { gist, type Kind, message, person, ticket, view } from './kinds.ts';
import { lastEvent } from './last-event.ts';

type Thing = Record<string, unknown> & { url: string };

/** Creates a thing and reads it; what was sent is there. */
const store = async (api: TestApi, { as, collection }: Kind, draft: Record<string, unknown>) => {
  const made = await api.call<Thing>('POST', await collection(api), { as, text: JSON.stringify(draft) });
  assert.equal(made.status, 201, made.text);
  const read = await api.call<Thing>('GET', made.body.url, { as });
  assert.equal(read.text, made.text);
  for (const [name, value] of Object.entries(draft))
    if (value !== null && name !== 'password') assert.deepEqual(kept(read.body[name]), kept(value), name);
  return read;
};

/** Of the files, what was sent: not their sizes and languages. */
const kept = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.entries(value)
        .map(([name, { content }]) => [name, content])
        .sort();

/** A private gist and a view are written by their owner alone; anything else by any agent. */
const writers = ({ as, name }: Kind, { public: isPublic }: Record<string, unknown>) =>
  name === 'view' || isPublic === false ? fc.constant(as) : fc.constantFrom(as, 'admin' as const);

/** Holds for these methods: the body of a GET sent with them changes nothing; nor does what it was made of, sent with PUT. */
const changesNothing = (api: () => TestApi, kind: Kind, methods: ('PUT' | 'PATCH')[]) => async () => {
  const attempts = kind.drafts(api()).chain(draft => fc.tuple(fc.constant(draft), writers(kind, draft)));
  await fc.assert(
    fc.asyncProperty(attempts, async ([draft, as]) => {
      const { body, text } = await store(api(), kind, draft);
      const before = await lastEvent(api());
      const again = methods.includes('PUT') ? [['PUT', JSON.stringify(draft)] as const] : [];
      for (const [method, sentAgain] of [...methods.map(each => [each, text] as const), ...again]) {
        const sent = await api().call<Thing>(method, body.url, { as, text: sentAgain });
        assert.equal(sent.status, 200, sent.text);
        assert.equal(sent.text, text);
      }
      assert.equal((await api().call('GET', body.url, { as: kind.as })).text, text);
      assert.equal(await lastEvent(api()), before);
    }),
    { numRuns: kind === person ? 5 : 18 },
  );
};

withApi(api => {
  describe('PUT and PATCH with the body of a GET, and PUT with that of the POST', () => {
    for (const kind of [ticket, message, gist, view]) {
      it(`200 and nothing has changed: any ${kind.name}`, changesNothing(api, kind, ['PUT', 'PATCH']));
    }
    it('200 and nothing has changed: any person, by PATCH', changesNothing(api, person, ['PATCH']));
  });
});
