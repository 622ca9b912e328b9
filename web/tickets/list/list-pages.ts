/**
 * A list is read page after page. When it is read again, only some of its pages are, and each is fitted between those that
 * are not (web/DECISIONS.md, 16).
 */
import { cursorOf, type Links } from '../../connection/link-header.ts';

/** A page of a list, as it was read and as it is shown since. */
export type ListPage<Row> = {
  body: Row[];
  links: Links;
  /** Its rows when it was read, as `readingOf` writes them: a row that has the same version still is in the same place. */
  read: readonly string[];
  /** When it was read; of two readings the later has the greater number. */
  at: number;
};

/** The cursor that a page leads on to. */
export const nextCursor = ({ links }: { links: Links }): string | undefined => cursorOf(links.next);

/** A row of one version: `1042@7`. */
export const readingOf = ({ id, version }: { id: string; version: number }): string => `${id}@${version}`;

/** Every row once: one that has moved up may still stand further down, in a page that was not read again. */
export function rowsOf<Row extends { id: string }>(pages: readonly { body: readonly Row[] }[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { body } of pages) for (const row of body) if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()];
}

/** The pages of a list as they were read before, with the cursors that they were read by. */
type PagesBefore<Row> = { pages: readonly ListPage<Row>[]; pageParams: readonly string[] };

/** As many pages are read in place of one until they meet the next one. */
const mostInPlace = 4;

/**
 * Reads one page of a list again so that the pages around it need not be read again, too: it ends exactly where the next
 * one begins. Of the pages `a b c | d e f`, if `x` has entered behind `b`, the first is read as `a b x` and a second time
 * as `c d e`; `d` stands in the next page, so what takes the first one's place is `a b x c`. Where too much has entered to
 * meet the next page soon, the page leads on from where it ends, and what comes then is fitted in likewise.
 *
 * Nothing is lost between two pages. A cursor stands for the values of a row by which the list is sorted, so it holds
 * whatever becomes of that row; and a row of the same version still has these values.
 *
 * @param cursor the page's
 * @param read reads the page at a cursor
 */
export async function readFitting<Row extends { id: string; version: number }>(
  cursor: string,
  before: PagesBefore<Row>,
  read: (cursor: string) => Promise<ListPage<Row>>,
): Promise<ListPage<Row>> {
  const index = before.pageParams.indexOf(cursor);
  const hasNext = index >= 0 && index < before.pages.length - 1;
  let page = cutAtNextPage(await read(cursor), index, before);
  for (let count = 1; hasNext && count < mostInPlace; count++) {
    const next = nextCursor(page);
    const isJoined = next === undefined || before.pageParams.includes(next);
    if (isJoined) break;
    const more = await read(next);
    const both = { body: [...page.body, ...more.body], read: [...page.read, ...more.read] };
    page = cutAtNextPage({ ...more, ...both }, index, before);
  }
  return page;
}

/**
 * Ends a page before the first of its rows that stands, at the same version, in a later page; it then leads on to that
 * page by the cursor that led there before. A page without such a row stays as it is.
 *
 * @param index of the page whose place it takes; -1 for a new one, which takes the place of the first that it has rows of
 */
function cutAtNextPage<Row>(page: ListPage<Row>, index: number, before: PagesBefore<Row>): ListPage<Row> {
  const pageOf = new Map(before.pages.flatMap(({ read }, at) => read.map(reading => [reading, at] as const)));
  const pagesOfRows = page.read.map(reading => pageOf.get(reading));
  const own = index >= 0 ? index : Math.min(...pagesOfRows.filter(at => at !== undefined));
  const end = pagesOfRows.findIndex(at => at !== undefined && at > own);
  const leadsThere = before.pages[(pagesOfRows[end] ?? 0) - 1];
  if (end < 0 || !leadsThere) return page;
  return { ...page, body: page.body.slice(0, end), read: page.read.slice(0, end), links: leadsThere.links };
}
