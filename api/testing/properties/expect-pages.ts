import assert from 'node:assert/strict';
import type { TestApi } from '../api.ts';
import type { ApiResponse } from '../request.ts';

type Row = { id: string };
type Pairs = readonly (readonly [name: string, value: string])[];

/** A list request: its path, decoded parameters, and page size. */
type ListRequest = { path: string; parameters: Pairs; perPage: number };

const encode = (pairs: Pairs): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

const toListUrl = ({ path, parameters, perPage }: ListRequest): string =>
  `${path}?${encode([...parameters, ['per_page', String(perPage)]])}`;

/** Reads a page. Asserts that its links are absolute ASCII URLs with all parameters. */
const readListPage = async <R extends Row>(api: TestApi, url: string, list: ListRequest): Promise<ApiResponse<R[]>> => {
  const response = await api.call<R[]>('GET', url);
  assert.equal(response.status, 200, `${url} ${response.text}`);
  assert.ok(response.body.length <= list.perPage);
  for (const link of Object.values(response.links)) {
    const { origin, pathname, searchParams } = new URL(link);
    assert.equal(origin + pathname, api.url + list.path);
    assert.match(link, /^[\x21-\x7e]+$/);
    const parameters = [...searchParams].filter(([name]) => name !== 'cursor');
    assert.deepEqual(parameters.sort(), [...list.parameters, ['per_page', String(list.perPage)]].sort());
  }
  return response;
};

/** More pages than any of these lists has. */
const maxPages = 200;

/** Reads all pages along `next`. */
export const readForward = async <R extends Row>(api: TestApi, list: ListRequest): Promise<ApiResponse<R[]>[]> => {
  const pages = [await readListPage<R>(api, toListUrl(list), list)];
  for (let next = pages[0]?.links['next']; next !== undefined; next = pages.at(-1)?.links['next']) {
    pages.push(await readListPage<R>(api, next, list));
    assert.ok(pages.length < maxPages, 'the links form a cycle');
  }
  return pages;
};

/**
 * Reads all pages of an unchanging list forward and backward, and compares the ids, in order. `prev` of page n must be
 * page n − 1, `first` the first page, and `last` the last rows.
 */
export const expectPages = async (api: TestApi, list: ListRequest, expected: readonly string[]): Promise<void> => {
  const pages = await readForward<Row>(api, list);
  const bodies = pages.map(({ body }) => body);
  assert.deepEqual(getIds(bodies.flat()), expected);
  assert.ok(
    bodies.slice(0, -1).every(page => page.length === list.perPage),
    'a page before the last is not full',
  );
  let at = pages.length - 1;
  for (let prev = pages[at]?.links['prev']; prev !== undefined; at--) {
    const page = await readListPage<Row>(api, prev, list);
    assert.deepEqual(page.body, bodies[at - 1]);
    prev = page.links['prev'];
  }
  assert.equal(at, 0, 'following prev did not reach the first page');
  await expectFirstAndLast(api, list, pages.at(-1)?.links ?? {}, expected);
};

const expectFirstAndLast = async (
  api: TestApi,
  list: ListRequest,
  links: Record<string, string>,
  expected: readonly string[],
) => {
  const first = await readListPage<Row>(api, links['first'] ?? '', list);
  assert.deepEqual(getIds(first.body), expected.slice(0, list.perPage));
  assert.equal(first.links['prev'], undefined);
  const last = await readListPage<Row>(api, links['last'] ?? '', list);
  assert.deepEqual(getIds(last.body), expected.slice(-list.perPage));
  assert.equal(last.links['next'], undefined);
};

const getIds = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);
