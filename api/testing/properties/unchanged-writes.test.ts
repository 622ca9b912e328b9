import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type TestApi, withApi } from '../api.ts';
import { getLastEventId } from './last-event.ts';
import { gistType, messageType, personType, type ResourceType, ticketType, viewType } from './resource-types.ts';

type Resource = Record<string, unknown> & { url: string };

/** Creates a resource, reads it and compares it with the draft. */
const store = async (api: TestApi, { as, collection }: ResourceType, draft: Record<string, unknown>) => {
  const made = await api.call<Resource>('POST', await collection(api), { as, text: JSON.stringify(draft) });
  assert.equal(made.status, 201, made.text);
  const read = await api.call<Resource>('GET', made.body.url, { as });
  assert.equal(read.text, made.text);
  for (const [name, value] of Object.entries(draft))
    if (value !== null && name !== 'password') assert.deepEqual(getContent(read.body[name]), getContent(value), name);
  return read;
};

/** Removes derived members of files: sizes, languages and types. */
const getContent = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.entries(value)
        .map(([name, { content }]) => [name, content])
        .sort();

/** Roles that may write. Only the owner may write a view or a private gist. */
const writers = ({ as, name }: ResourceType, { public: isPublic }: Record<string, unknown>) =>
  name === 'view' || isPublic === false ? fc.constant(as) : fc.constantFrom(as, 'admin' as const);

/** Returns a test that expects no change. It sends the body of a GET with each method, and the draft with PUT. */
const expectNoChange = (api: () => TestApi, kind: ResourceType, methods: ('PUT' | 'PATCH')[]) => async () => {
  const attempts = kind.drafts(api()).chain(draft => fc.tuple(fc.constant(draft), writers(kind, draft)));
  await fc.assert(
    fc.asyncProperty(attempts, async ([draft, as]) => {
      const { body, text } = await store(api(), kind, draft);
      const before = await getLastEventId(api());
      const again = methods.includes('PUT') ? [['PUT', JSON.stringify(draft)] as const] : [];
      for (const [method, sentAgain] of [...methods.map(each => [each, text] as const), ...again]) {
        const sent = await api().call<Resource>(method, body.url, { as, text: sentAgain });
        assert.equal(sent.status, 200, sent.text);
        assert.equal(sent.text, text);
      }
      assert.equal((await api().call('GET', body.url, { as: kind.as })).text, text);
      assert.equal(await getLastEventId(api()), before);
    }),
    { numRuns: kind === personType ? 5 : 18 },
  );
};

withApi(api => {
  describe('PUT and PATCH of an unchanged resource', () => {
    for (const kind of [ticketType, messageType, gistType, viewType]) {
      it(`200 without a change for any ${kind.name}`, expectNoChange(api, kind, ['PUT', 'PATCH']));
    }
    it('200 without a change for any person, by PATCH', expectNoChange(api, personType, ['PATCH']));
  });
});
