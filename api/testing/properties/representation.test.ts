import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '#contract/json';
import { withApi } from '../api.ts';
import type { Answer } from '../request.ts';
import { gist, type Kind, message, person, ticket, view } from './kinds.ts';

type Thing = Record<string, unknown> & { url: string };

const kinds: Kind[] = [ticket, message, gist, view, person];

/** Only these members, in the order in which the whole has them. */
const only = (whole: Thing, names: readonly string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)));

const requiredOf = ({ text, whole }: Kind) => ({ ...whole, [text]: 'A text of some length' });

withApi(api => {
  const things = new Map<Kind, { collection: string; one: Thing }>();

  before(async () => {
    for (const kind of kinds) {
      const collection = await kind.collection(api());
      const extra = kind === person ? { email: 'written@desk.example', password: 'correct horse battery' } : {};
      const { body } = await api().call<Thing>('POST', collection, {
        as: kind.as,
        body: { ...requiredOf(kind), ...extra },
      });
      things.set(kind, { collection, one: body });
    }
  });

  const thingOf = (kind: Kind) => {
    const thing = things.get(kind);
    assert.ok(thing !== undefined);
    return thing;
  };

  /** A kind, and any of its members in any order. */
  const chosen = () =>
    fc
      .constantFrom(...kinds)
      .chain(kind =>
        fc.tuple(fc.constant(kind), fc.shuffledSubarray(Object.keys(thingOf(kind).one), { minLength: 1 })),
      );

  /** Where a kind is read: one of it, the list of it, or the list in an envelope. */
  const readings = () =>
    fc.constantFrom(...kinds).chain(kind => {
      const { collection, one } = thingOf(kind);
      return fc.tuple(
        fc.constant(kind),
        fc.constantFrom(`${one.url}?`, `${collection}?per_page=5&`, `${collection}?envelope=true&`),
      );
    });

  describe('fields', () => {
    it('leaves exactly the members that are named, of an item, in a list and in the answer of a write', async () => {
      await fc.assert(
        fc.asyncProperty(chosen(), async ([kind, names]) => {
          const { collection, one } = thingOf(kind);
          const fields = `fields=${names.join(',')}`;
          const as = kind.as;
          const item = await api().call<Thing>('GET', `${one.url}?${fields}`, { as });
          assert.deepEqual(item.body, only(one, names));
          assert.deepEqual(Object.keys(item.body), Object.keys(only(one, names)));
          const whole = await api().call<Thing[]>('GET', `${collection}?per_page=5`, { as });
          const list = await api().call<Thing[]>('GET', `${collection}?per_page=5&${fields}`, { as });
          assert.deepEqual(
            list.body,
            whole.body.map(row => only(row, names)),
          );
          const patched = await api().call<Thing>('PATCH', `${one.url}?${fields}`, { as, body: {} });
          assert.deepEqual(patched.body, only(one, names));
          if (kind === person) return;
          const put = await api().call<Thing>('PUT', `${one.url}?${fields}`, { as, body: one });
          assert.deepEqual(put.body, only(one, names));
          const post = await api().call<Thing>('POST', `${collection}?${fields}`, { as, body: requiredOf(kind) });
          assert.deepEqual([post.status, Object.keys(post.body).sort()], [201, [...names].sort()]);
        }),
        { numRuns: 15 },
      );
    });
  });

  describe('pretty', () => {
    it('changes the spaces and nothing else', async () => {
      await fc.assert(
        fc.asyncProperty(readings(), async ([{ as }, address]) => {
          const [plain, pretty] = await Promise.all(
            ['pretty=false', 'pretty=true'].map(how => api().call('GET', address + how, { as })),
          );
          const unlinked = (answer?: Answer) => answer?.text.replaceAll(/pretty=(true|false)/g, 'pretty');
          assert.equal(unlinked(pretty), `${JSON.stringify(parseJson(unlinked(plain) ?? ''), null, 2)}\n`);
          assert.equal(plain?.text, JSON.stringify(plain?.body));
        }),
        { numRuns: 12 },
      );
    });
  });

  describe('gzip', () => {
    it('unpacks to the bytes that identity sends, and an item has another strong tag in each', async () => {
      const encoded = (address: string, as: Kind['as'], encoding: string): Promise<Answer> =>
        api().call('GET', address, { as, headers: { 'Accept-Encoding': encoding } });
      await fc.assert(
        fc.asyncProperty(readings(), fc.boolean(), async ([{ as }, address], pretty) => {
          const [zipped, plain] = await Promise.all(
            ['gzip', 'identity'].map(encoding => encoded(`${address}pretty=${pretty}`, as, encoding)),
          );
          assert.equal(zipped?.text, plain?.text);
          assert.equal(plain?.headers.get('content-encoding'), null);
          const isItem = address.endsWith('?');
          const tags = [zipped, plain].map(answer => answer?.headers.get('etag') ?? '');
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
