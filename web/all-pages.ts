import type { Answer } from './api.ts';
import { cursorOf } from './connection/link-header.ts';

/** Which page of a list: what its query says besides. Nothing means the first. */
export type PageQuery = { cursor?: string };

/**
 * All items of a list, page after page along Link `next`.
 *
 * @param mostPages what lies beyond them is left out
 * @throws what `read` throws
 */
export async function readAllPages<Item>(
  read: (page: PageQuery) => Promise<Answer<Item[]>>,
  mostPages = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = [];
  let page: PageQuery = {};
  for (let count = 0; count < mostPages; count++) {
    const { body, links } = await read(page);
    items.push(...body);
    const cursor = cursorOf(links.next);
    if (cursor === undefined) break;
    page = { cursor };
  }
  return items;
}
