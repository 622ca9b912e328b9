import { cursorOf, type Links } from '../../connection/link-header.ts';

/** A page of a list, as it was read and as it is shown since. */
export type ListPage<Row> = {
  body: Row[];
  links: Links;
  /** Its rows when it was read, each with its version: where both are the same, the row has its place still. */
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

/** Pages as they were read before, with the cursors that they were read by. */
type PagesBefore<Row> = { pages: readonly ListPage<Row>[]; pageParams: readonly string[] };

/** As many pages are read in place of one until they meet the next one. */
const mostInPlace = 4;

/**
 * Reads a page again so that it fits to those that were read before, and these need not be read again, too. It ends
 * where a later one begins: before the first row that they have in common. Where rows have entered it is longer
 * therefore; where too many have, it leads on as it is, and what it leads on to is fitted in likewise.
 *
 * A cursor stands for the values of a row by which the list is sorted, so it holds whatever becomes of that row; and a
 * row of the same version still has these values. Nothing is lost between a page and the next, therefore.
 */
export async function readFitting<Row extends { id: string; version: number }>(
  cursor: string,
  before: PagesBefore<Row>,
  read: (cursor: string) => Promise<ListPage<Row>>,
): Promise<ListPage<Row>> {
  const index = before.pageParams.indexOf(cursor);
  const isBetween = index >= 0 && index < before.pages.length - 1;
  let page = fitIn(await read(cursor), index, before);
  for (let count = 1; isBetween && count < mostInPlace; count++) {
    const next = nextCursor(page);
    if (next === undefined || before.pageParams.includes(next)) break;
    const more = await read(next);
    const both = { body: [...page.body, ...more.body], read: [...page.read, ...more.read] };
    page = fitIn({ ...more, ...both }, index, before);
  }
  return page;
}

/** Ends a page where a later one begins. `index`: of the page whose place it takes; -1 for a new one. */
function fitIn<Row>(page: ListPage<Row>, index: number, before: PagesBefore<Row>): ListPage<Row> {
  const indexOf = new Map(before.pages.flatMap(({ read }, at) => read.map(reading => [reading, at] as const)));
  const indexes = page.read.map(reading => indexOf.get(reading));
  const own = index >= 0 ? index : Math.min(...indexes.filter(at => at !== undefined));
  const end = indexes.findIndex(at => at !== undefined && at > own);
  const previous = before.pages[(indexes[end] ?? 0) - 1];
  if (end < 0 || !previous) return page;
  return { ...page, body: page.body.slice(0, end), read: page.read.slice(0, end), links: previous.links };
}
