import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '#contract/json';
import { withApi } from '../api.ts';
import type { ApiResponse } from '../request.ts';
import { gistType, messageType, personType, type ResourceType, ticketType, viewType } from './resource-types.ts';

type Resource = Record<string, unknown> & { url: string };

const kinds: ResourceType[] = [ticketType, messageType, gistType, viewType, personType];

/** Picks these members in the order of the whole resource. */
const pick = (whole: Resource, names: readonly string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)));

const getRequired = ({ text, whole }: ResourceType) => ({ ...whole, [text]: 'A text of some length' });

withApi(api => {
  const resources = new Map<ResourceType, { collection: string; one: Resource }>();

  before(async () => {
    for (const kind of kinds) {
      const collection = await kind.collection(api());
      const extra = kind === personType ? { email: 'written@desk.example', password: 'correct horse battery' } : {};
      const { body } = await api().call<Resource>('POST', collection, {
        as: kind.as,
        body: { ...getRequired(kind), ...extra },
      });
      resources.set(kind, { collection, one: body });
    }
  });

  const getResource = (kind: ResourceType) => {
    const resource = resources.get(kind);
    assert.ok(resource !== undefined);
    return resource;
  };

  /** A resource type, and any of its members in any order. */
  const anySelection = () =>
    fc
      .constantFrom(...kinds)
      .chain(kind =>
        fc.tuple(fc.constant(kind), fc.shuffledSubarray(Object.keys(getResource(kind).one), { minLength: 1 })),
      );

  /** Addresses of a resource: the item, the list, or the list in an envelope. */
  const readings = () =>
    fc.constantFrom(...kinds).chain(kind => {
      const { collection, one } = getResource(kind);
      return fc.tuple(
        fc.constant(kind),
        fc.constantFrom(`${one.url}?`, `${collection}?per_page=5&`, `${collection}?envelope=true&`),
      );
    });

  describe('fields', () => {
    it('selects exactly the named members of items, lists and write responses', async () => {
      await fc.assert(
        fc.asyncProperty(anySelection(), async ([kind, names]) => {
          const { collection, one } = getResource(kind);
          const fields = `fields=${names.join(',')}`;
          const as = kind.as;
          const item = await api().call<Resource>('GET', `${one.url}?${fields}`, { as });
          assert.deepEqual(item.body, pick(one, names));
          assert.deepEqual(Object.keys(item.body), Object.keys(pick(one, names)));
          const whole = await api().call<Resource[]>('GET', `${collection}?per_page=5`, { as });
          const list = await api().call<Resource[]>('GET', `${collection}?per_page=5&${fields}`, { as });
          assert.deepEqual(
            list.body,
            whole.body.map(row => pick(row, names)),
          );
          const patched = await api().call<Resource>('PATCH', `${one.url}?${fields}`, { as, body: {} });
          assert.deepEqual(patched.body, pick(one, names));
          if (kind === personType) return;
          const put = await api().call<Resource>('PUT', `${one.url}?${fields}`, { as, body: one });
          assert.deepEqual(put.body, pick(one, names));
          const post = await api().call<Resource>('POST', `${collection}?${fields}`, { as, body: getRequired(kind) });
          assert.deepEqual([post.status, Object.keys(post.body).sort()], [201, [...names].sort()]);
        }),
        { numRuns: 15 },
      );
    });
  });

  describe('pretty', () => {
    it('changes whitespace only', async () => {
      await fc.assert(
        fc.asyncProperty(readings(), async ([{ as }, address]) => {
          const [plain, pretty] = await Promise.all(
            ['pretty=false', 'pretty=true'].map(how => api().call('GET', address + how, { as })),
          );
          const unlinked = (response?: ApiResponse) => response?.text.replaceAll(/pretty=(true|false)/g, 'pretty');
          assert.equal(unlinked(pretty), `${JSON.stringify(parseJson(unlinked(plain) ?? ''), null, 2)}\n`);
          assert.equal(plain?.text, JSON.stringify(plain?.body));
        }),
        { numRuns: 12 },
      );
    });
  });

  describe('gzip', () => {
    it('decompresses to the identity body, and items have a different strong ETag per encoding', async () => {
      const encoded = (address: string, as: ResourceType['as'], encoding: string): Promise<ApiResponse> =>
        api().call('GET', address, { as, headers: { 'Accept-Encoding': encoding } });
      await fc.assert(
        fc.asyncProperty(readings(), fc.boolean(), async ([{ as }, address], pretty) => {
          const [zipped, plain] = await Promise.all(
            ['gzip', 'identity'].map(encoding => encoded(`${address}pretty=${pretty}`, as, encoding)),
          );
          assert.equal(zipped?.text, plain?.text);
          assert.equal(plain?.headers.get('content-encoding'), null);
          const isItem = address.endsWith('?');
          const tags = [zipped, plain].map(response => response?.headers.get('etag') ?? '');
          if (isItem) {
            assert.equal(zipped?.headers.get('content-encoding'), 'gzip');
            assert.equal(new Set(tags).size, 2);
          }
          for (const tag of tags) assert.match(tag, isItem ? /^"[^"]+"$/ : /^W\/"[^"]+"$/);
        }),
        { numRuns: 15 },
      );
    });
  });
});
