import type { ApiResponse, CallApi } from './request.ts';

/**
 * Follows `rel` links to the last page and returns the pages. With `back`, follows the `back` links from there and
 * returns these pages instead, in list order.
 */
export type FollowLinks = <Row>(path: string, rel: 'next', back?: 'prev') => Promise<Row[][]>;

export const createFollowLinks =
  (call: CallApi): FollowLinks =>
  async <Row>(path: string, rel: 'next', back?: 'prev') => {
    const forward = await follow<Row>(call, path, rel);
    if (back === undefined) return forward.map(({ body }) => body);
    const returning = await follow<Row>(call, forward.at(-2)?.links['next'] ?? path, back);
    return returning.map(({ body }) => body).reverse();
  };

const follow = async <Row>(call: CallApi, path: string, rel: string): Promise<ApiResponse<Row[]>[]> => {
  const pages: ApiResponse<Row[]>[] = [];
  for (let next: string | undefined = path; next !== undefined; next = pages.at(-1)?.links[rel]) {
    pages.push(await call<Row[]>('GET', next));
  }
  return pages;
};
