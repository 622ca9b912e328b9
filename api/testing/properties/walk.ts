import assert from 'node:assert/strict';
import type { TestApi } from '../api.ts';
import type { Answer } from '../request.ts';

type Row = { id: string };
type Pairs = readonly (readonly [name: string, value: string])[];

/** How a list is asked for: its path, its parameters as they are decoded, and the size of a page. */
export type Asked = { path: string; parameters: Pairs; perPage: number };

const encode = (pairs: Pairs): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

/** The address of a first page. */
export const addressOf = ({ path, parameters, perPage }: Asked): string =>
  `${path}?${encode([...parameters, ['per_page', String(perPage)]])}`;

/** One page. Its links are absolute, written in ASCII, and keep every parameter but the place. */
export const readPage = async <R extends Row>(api: TestApi, address: string, asked: Asked): Promise<Answer<R[]>> => {
  const answer = await api.call<R[]>('GET', address);
  assert.equal(answer.status, 200, `${address} ${answer.text}`);
  assert.ok(answer.body.length <= asked.perPage);
  for (const link of Object.values(answer.links)) {
    const url = new URL(link);
    assert.equal(url.origin + url.pathname, api.url + asked.path);
    assert.match(link, /^[\x21-\x7e]+$/);
    const kept = [...url.searchParams].filter(([name]) => name !== 'cursor');
    assert.deepEqual(kept.sort(), [...asked.parameters, ['per_page', String(asked.perPage)]].sort());
  }
  return answer;
};

/** More pages than any of these lists has: whoever walked as many walks in a circle. */
const mostPages = 200;

export const expectEnd = (pages: readonly unknown[]): void =>
  assert.ok(pages.length < mostPages, 'the walk does not end');

/** Every page from the first along `next`. */
export const walkForward = async <R extends Row>(api: TestApi, asked: Asked): Promise<Answer<R[]>[]> => {
  const pages = [await readPage<R>(api, addressOf(asked), asked)];
  for (let next = pages[0]?.links['next']; next !== undefined; next = pages.at(-1)?.links['next']) {
    pages.push(await readPage<R>(api, next, asked));
    expectEnd(pages);
  }
  return pages;
};

/**
 * Walks a list that nobody changes, forward and back, and holds it against the ids it should have: each once, in order; `prev`
 * of page n is page n − 1; `first` is the first page, `last` the last rows.
 */
export const expectWalk = async (api: TestApi, asked: Asked, expected: readonly string[]): Promise<void> => {
  const pages = await walkForward<Row>(api, asked);
  const bodies = pages.map(({ body }) => body);
  assert.deepEqual(idsOf(bodies.flat()), expected);
  assert.ok(
    bodies.slice(0, -1).every(page => page.length === asked.perPage),
    'a page before the last is not full',
  );
  let at = pages.length - 1;
  for (let prev = pages[at]?.links['prev']; prev !== undefined; at--) {
    const page = await readPage<Row>(api, prev, asked);
    assert.deepEqual(page.body, bodies[at - 1]);
    prev = page.links['prev'];
  }
  assert.equal(at, 0, 'prev ends before the first page');
  await expectEnds(api, asked, pages.at(-1)?.links ?? {}, expected);
};

const expectEnds = async (api: TestApi, asked: Asked, links: Record<string, string>, expected: readonly string[]) => {
  const first = await readPage<Row>(api, links['first'] ?? '', asked);
  assert.deepEqual(idsOf(first.body), expected.slice(0, asked.perPage));
  assert.equal(first.links['prev'], undefined);
  const last = await readPage<Row>(api, links['last'] ?? '', asked);
  assert.deepEqual(idsOf(last.body), expected.slice(-asked.perPage));
  assert.equal(last.links['next'], undefined);
};

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);
