import type { Answer, CallApi } from './request.ts';

/** Reads the pages of a list along `rel` to the end; with `back`, then walks back along it and returns those pages in order. */
export type Walk = <Row>(address: string, rel: 'next', back?: 'prev') => Promise<Row[][]>;

/** Walks the lists of one api. */
export const walkOf =
  (call: CallApi): Walk =>
  async <Row>(address: string, rel: 'next', back?: 'prev') => {
    const forward = await follow<Row>(call, address, rel);
    if (back === undefined) return forward.map(({ body }) => body);
    const returning = await follow<Row>(call, forward.at(-2)?.links['next'] ?? address, back);
    return returning.map(({ body }) => body).reverse();
  };

const follow = async <Row>(call: CallApi, address: string, rel: string): Promise<Answer<Row[]>[]> => {
  const pages: Answer<Row[]>[] = [];
  for (let next: string | undefined = address; next !== undefined; next = pages.at(-1)?.links[rel]) {
    pages.push(await call<Row[]>('GET', next));
  }
  return pages;
};
