import type { ApiResponse, CallApi } from './request.ts';

/** Follows `rel` links to the last page. With `back`, then follows those links back and returns these pages in list order. */
export type FollowLinks = <Row>(address: string, rel: 'next', back?: 'prev') => Promise<Row[][]>;

export const createFollowLinks =
  (call: CallApi): FollowLinks =>
  async <Row>(address: string, rel: 'next', back?: 'prev') => {
    const forward = await follow<Row>(call, address, rel);
    if (back === undefined) return forward.map(({ body }) => body);
    const returning = await follow<Row>(call, forward.at(-2)?.links['next'] ?? address, back);
    return returning.map(({ body }) => body).reverse();
  };

const follow = async <Row>(call: CallApi, address: string, rel: string): Promise<ApiResponse<Row[]>[]> => {
  const pages: ApiResponse<Row[]>[] = [];
  for (let next: string | undefined = address; next !== undefined; next = pages.at(-1)?.links[rel]) {
    pages.push(await call<Row[]>('GET', next));
  }
  return pages;
};
