import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Event } from '#contract';
import { forEachApi, type TestApi } from '../api.ts';
import type { ApiResponse } from '../request.ts';
import { getLastEventId } from './last-event.ts';
import { gistType, messageType, type ResourceType, ticketType, viewType } from './resource-types.ts';

type Resource = Record<string, unknown> & { url: string; version: number };

/** A write by one of two writers. */
type Attempt = (api: TestApi, kind: ResourceType, resource: Resource, name: string) => Promise<ApiResponse<Resource>>;

const body = ({ textMember, otherMembers }: ResourceType, text: string) => ({ ...otherMembers, [textMember]: text });

const withIfMatchHeader =
  (method: 'PUT' | 'PATCH'): Attempt =>
  (api, kind, { url, version }, name) =>
    api.call<Resource>(method, url, { as: kind.as, body: body(kind, name), headers: { 'If-Match': `"${version}"` } });

const withVersion =
  (method: 'PUT' | 'PATCH'): Attempt =>
  (api, kind, { url, version }, name) =>
    api.call<Resource>(method, url, { as: kind.as, body: { ...body(kind, name), version } });

const kinds = [ticketType, messageType, gistType, viewType];

const create = async (api: TestApi, kind: ResourceType): Promise<Resource> => {
  const made = await api.call<Resource>('POST', await kind.collection(api), { as: kind.as, body: body(kind, 'first') });
  assert.equal(made.status, 201, made.text);
  return made.body;
};

/** Two concurrent writes: one must succeed, and the other must return the differences. */
const expectOneSuccess = async (
  api: TestApi,
  kind: ResourceType,
  attempt: Attempt,
  errorStatus: number,
): Promise<void> => {
  const resource = await create(api, kind);
  const before = await getLastEventId(api);
  const responses = await Promise.all(['one', 'other'].map(name => attempt(api, kind, resource, name)));
  const won = responses.filter(({ status }) => status === 200);
  const lost = responses.filter(({ status }) => status === errorStatus);
  assert.deepEqual([won.length, lost.length], [1, 1], responses.map(({ text }) => text).join());
  const now = await api.call<Resource>('GET', resource.url, { as: kind.as });
  assert.deepEqual([now.body, now.body.version], [won[0]?.body, resource.version + 1]);
  const difference = lost[0]?.body.differences?.find(({ field }) => field === kind.textMember);
  assert.equal(difference?.current, now.body[kind.textMember]);
  assert.equal((await getLastEventId(api)) - before, kind === viewType ? 0 : 1);
};

const pairs = [...kinds, ...kinds].flatMap(kind => (['PUT', 'PATCH'] as const).map(method => [kind, method] as const));

forEachApi(api => {
  describe('two concurrent writers', () => {
    it('200 for one writer and 412 with differences for the other when both send If-Match', async () => {
      for (const [kind, method] of pairs) await expectOneSuccess(api(), kind, withIfMatchHeader(method), 412);
    });

    it('200 for one writer and 409 with differences for the other when both send the version', async () => {
      for (const [kind, method] of pairs) await expectOneSuccess(api(), kind, withVersion(method), 409);
    });

    it('201 for one writer and 412 for the other when both create the same id with If-None-Match: *', async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...kinds), fc.boolean(), async (kind, decimal) => {
          const id = decimal ? `${100_000 + round++}` : `chosen-${round++}`;
          const path = `${await kind.collection(api())}/${id}`;
          const headers = { 'If-None-Match': '*' };
          const put = (name: string) =>
            api().call<Resource>('PUT', path, { as: kind.as, body: body(kind, name), headers });
          const responses = await Promise.all([put('one'), put('other')]);
          assert.deepEqual(
            responses.map(({ status }) => status).sort(),
            [201, 412],
            responses.map(({ text }) => text).join(),
          );
          const made = responses.find(({ status }) => status === 201);
          assert.deepEqual((await api().call('GET', path, { as: kind.as })).body, made?.body);
        }),
        { numRuns: 20 },
      );
    });
  });

  describe('ten concurrent unconditional PATCHes', () => {
    it('200 for each; the version and the change log count only effective changes', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(ticketType, messageType, gistType),
          fc.array(fc.nat(3), { minLength: 10, maxLength: 10 }),
          async (kind, texts) => {
            const resource = await create(api(), kind);
            const before = await getLastEventId(api());
            const responses = await Promise.all(
              texts.map(n => api().call<Resource>('PATCH', resource.url, { body: { [kind.textMember]: `Text ${n}` } })),
            );
            for (const { status, text } of responses) assert.equal(status, 200, text);
            const { body: now } = await api().call<Resource>('GET', resource.url);
            const { body: events } = await api().call<Event[]>('GET', '/v1/events?per_page=100');
            const lines = events.filter(({ id }) => Number(id) > before).reverse();
            const versions = lines.map(({ version }) => version);
            assert.deepEqual(
              versions,
              Array.from({ length: now.version - resource.version }, (_, index) => resource.version + 1 + index),
            );
            const changes = lines.map(({ changes: { [kind.textMember]: change } }) => change);
            assert.ok(changes.every(change => change !== undefined && change.old !== change.new));
            assert.deepEqual(
              changes.slice(1).map(change => change?.old),
              changes.slice(0, -1).map(change => change?.new),
            );
            assert.equal(changes.at(-1)?.new, now[kind.textMember]);
          },
        ),
        { numRuns: 10 },
      );
    });
  });
});
