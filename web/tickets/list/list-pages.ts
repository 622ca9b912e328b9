/** Refetches single pages of a list and joins them with the remaining pages (web/DECISIONS.md, 16). */
import { getCursor, type Links } from '../../api-client/connection/link-header.ts';

/** A page of a list. Optimistic updates may have changed `body` since it was loaded. */
export type ListPage<Row> = {
  body: Row[];
  links: Links;
  /** The page's rows when loaded, formatted by `toRowVersion`. The same version means the same sort values. */
  rowVersions: readonly string[];
  /** Load time on a monotonic clock, in milliseconds. */
  loadedAt: number;
};

/** Returns the cursor of the next page; undefined on the last page. */
export const nextCursor = ({ links }: { links: Links }): string | undefined => getCursor(links.next);

/** Formats a row's id and version: `1042@7`. */
export const toRowVersion = ({ id, version }: { id: string; version: number }): string => `${id}@${version}`;

/** Returns the rows without duplicates. A row that moved up may still be in a later page that was not refetched. */
export function getDistinctRows<Row extends { id: string }>(pages: readonly { body: readonly Row[] }[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { body } of pages) for (const row of body) if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()];
}

/** The previously loaded pages of a list and their cursors. */
type PagesBefore<Row> = { pages: readonly ListPage<Row>[]; pageParams: readonly string[] };

/** Maximum number of pages that are loaded in place of one page. */
const maxInPlace = 4;

/**
 * Refetches one page so that it ends where the next page starts. The next page then stays valid. Example: the pages are
 * `a b c | d e f`, and `x` was added after `b`. The API returns `a b x` and then `c d e`. Because `d` is in the next
 * page, the new page is `a b x c`. If the new page does not reach the next page, because too many rows were added, it
 * links to the remaining rows. These rows are joined in the same way.
 *
 * No row is lost between two pages. A cursor contains the sort values of a row, so it stays valid if the row changes. A
 * row with the same version still has the same sort values.
 *
 * @param cursor of the page
 * @param fetchPage loads the page at a cursor
 */
export async function refetchPage<Row extends { id: string; version: number }>(
  cursor: string,
  before: PagesBefore<Row>,
  fetchPage: (cursor: string) => Promise<ListPage<Row>>,
): Promise<ListPage<Row>> {
  const index = before.pageParams.indexOf(cursor);
  const hasNext = index >= 0 && index < before.pages.length - 1;
  let page = cutAtNextPage(await fetchPage(cursor), index, before);
  for (let count = 1; hasNext && count < maxInPlace; count++) {
    const next = nextCursor(page);
    const isJoined = next === undefined || before.pageParams.includes(next);
    if (isJoined) break;
    const more = await fetchPage(next);
    const joined = { body: [...page.body, ...more.body], rowVersions: [...page.rowVersions, ...more.rowVersions] };
    page = cutAtNextPage({ ...more, ...joined }, index, before);
  }
  return page;
}

/**
 * Cuts a page before the first row that a later page also contains. The result links to that later
 * page. Returns the page unchanged if no later page contains one of its rows.
 *
 * @param index of the replaced page; -1 for a new page, which replaces the first page that shares
 *   rows with it
 */
function cutAtNextPage<Row>(page: ListPage<Row>, index: number, before: PagesBefore<Row>): ListPage<Row> {
  const pageOf = new Map(
    before.pages.flatMap(({ rowVersions }, at) => rowVersions.map(rowVersion => [rowVersion, at] as const)),
  );
  const pagesOfRows = page.rowVersions.map(rowVersion => pageOf.get(rowVersion));
  const ownIndex = index >= 0 ? index : Math.min(...pagesOfRows.filter(at => at !== undefined));
  const end = pagesOfRows.findIndex(at => at !== undefined && at > ownIndex);
  const previousPage = before.pages[(pagesOfRows[end] ?? 0) - 1];
  if (end < 0 || !previousPage) return page;
  return {
    ...page,
    body: page.body.slice(0, end),
    rowVersions: page.rowVersions.slice(0, end),
    links: previousPage.links,
  };
}
