import type { ClientResponse } from './client.ts';
import { getCursor } from './connection/link-header.ts';

/** Query parameters that select a page of a list; the first page without a cursor. */
export type PageQuery = { cursor?: string };

/**
 * Reads all items of a list by following Link `next`.
 *
 * @param maxPages later pages are omitted
 * @throws the errors of `fetchPage`
 */
export async function fetchAllPages<Item>(
  fetchPage: (page: PageQuery) => Promise<ClientResponse<Item[]>>,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = [];
  let page: PageQuery = {};
  for (let count = 0; count < maxPages; count++) {
    const { body, links } = await fetchPage(page);
    items.push(...body);
    const cursor = getCursor(links.next);
    if (cursor === undefined) break;
    page = { cursor };
  }
  return items;
}
