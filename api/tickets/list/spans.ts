import { type TimeColumn, timeColumns, timeFacet, timeSpans } from '../../database/facets.ts';
import type { SearchCriteria } from '../../database/search.ts';
import type { TicketRow } from '../representation.ts';
import type { Group } from './groups.ts';
import { readBounds } from './index-scan.ts';
import { selectTickets } from './load-tickets.ts';
import type { Bounds, ReadContext } from './read-context.ts';

/** The widths of spans of creation numbers, largest first. */
const numberSpans = [2 ** 14, 2 ** 6] as const;

/** Merging more spans than this costs more than it saves. */
const maxSpansPerQuery = 16;

/**
 * Reads a group of tickets that is too large to sort. It reads spans of the first sort column one after another until
 * it has enough tickets. It reads several sparse spans with one query, and a span with too many tickets as several
 * narrower spans.
 */
export const readSpans = async (
  context: ReadContext,
  group: Group,
  { searchQuery, estimate }: { searchQuery: SearchCriteria; estimate: number | null },
  limit: number,
): Promise<TicketRow[]> => {
  const bounds = await (context.bounds?.get(group) ?? readGroupBounds(context, group));
  if (bounds === null) return [];
  const start = chooseStart(context.tuning, leadColumn(group), bounds, { estimate, limit });
  return readBetween({ ...context, group, searchQuery }, bounds, 0, start, limit);
};

/** Reads the bounds of a group; null if no ticket is left. Only filters by time narrow them. */
export const readGroupBounds = async ({ queries, conditions }: ReadContext, group: Group): Promise<Bounds | null> => {
  const { column } = leadColumn(group);
  const { first, last } = await readBounds(queries, group, column);
  if (first === null || last === null) return null;
  const min = column === 'created_at' || column === 'updated_at' ? (conditions.since[column] ?? 0) : 0;
  return { first: Math.max(min, first), last: Math.max(min, last) };
};

type SpanContext = ReadContext & { group: Group; searchQuery: SearchCriteria };

const readBetween = async (
  context: SpanContext,
  { first, last }: Bounds,
  widthIndex: number,
  start: Start,
  limit: number,
): Promise<TicketRow[]> => {
  const { column, descending } = leadColumn(context.group);
  const width = getWidth(column, widthIndex);
  const step = descending ? -1 : 1;
  const end = Math.floor(last / width);
  const rows: TicketRow[] = [];
  let { perQuery, inner } = start;
  for (let span = Math.floor(first / width); rows.length < limit && (end - span) * step >= 0; ) {
    const spanCount = Math.min(perQuery, (end - span) * step + 1);
    const spans = Array.from({ length: spanCount }, (_, index) => span + index * step);
    const found = inner === null ? await readSpansInOneQuery(context, spans, widthIndex, limit) : null;
    if (found === null && spanCount > 1) {
      perQuery = Math.floor(spanCount / 2);
      continue;
    }
    const bounds = { first: clamp(first, span * width, width), last: clamp(last, span * width, width) };
    rows.push(...(found ?? (await readBetween(context, bounds, widthIndex + 1, inner ?? oneSpan, limit))));
    inner = null;
    span += step * spanCount;
    perQuery = found === null ? 1 : estimateSpans(spanCount, found.length, limit - rows.length);
  }
  return rows.slice(0, limit);
};

/** Estimates how many spans contain twice the missing tickets. The last `spanCount` spans contained `found` tickets. */
const estimateSpans = (spanCount: number, found: number, missing: number): number =>
  Math.min(maxSpansPerQuery, found === 0 ? spanCount * 2 : Math.ceil((2 * missing * spanCount) / found));

/**
 * The number of spans that the first query reads. `inner` is set if the first span probably has too many tickets, and
 * counts narrower spans.
 */
type Start = { perQuery: number; inner: Start | null };

const oneSpan: Start = { perQuery: 1, inner: null };

/** Chooses the first spans by the estimated number of tickets, so that they probably contain a page. */
const chooseStart = (
  { few }: ReadContext['tuning'],
  { column }: LeadColumn,
  { first, last }: Bounds,
  { estimate, limit }: { estimate: number | null; limit: number },
): Start => {
  if (estimate === null) return oneSpan;
  const perUnit = estimate / (Math.abs(last - first) + 1);
  const startAt = (widthIndex: number): Start => {
    const perSpan = perUnit * getWidth(column, widthIndex);
    const isLarge = perSpan > few && widthIndex + 1 < getSpanWidths(column).length;
    const perQuery = Math.min(maxSpansPerQuery, Math.max(1, Math.ceil((2 * limit) / perSpan)));
    return isLarge ? { perQuery: 1, inner: startAt(widthIndex + 1) } : { perQuery, inner: null };
  };
  return startAt(0);
};

/**
 * Reads the tickets of several spans. Returns null if they are too many to sort and fewer or narrower spans can be
 * read.
 */
const readSpansInOneQuery = async (
  { queries, search, conditions, tuning, group, searchQuery }: SpanContext,
  spans: readonly number[],
  widthIndex: number,
  limit: number,
): Promise<TicketRow[] | null> => {
  const { column, descending } = leadColumn(group);
  const narrowed = {
    ...limitToSpans(searchQuery, column, widthIndex, spans),
    newestFirst: descending && group.position === null,
  };
  const select = selectTickets(group, conditions.since, limit);
  const { rows } = await search.load(queries, narrowed, tuning.few, select);
  if (rows !== null || spans.length > 1 || widthIndex < getSpanWidths(column).length - 1) return rows;
  return (await select(search.matching(narrowed)).execute(queries)).rows;
};

type LeadColumn = { column: TimeColumn | 'n'; descending: boolean };

const leadColumn = ({ columns }: Group): LeadColumn => {
  const { column = 'n', descending = true } = columns[0] ?? {};
  return { column: timeColumns.find(time => time === column) ?? 'n', descending };
};

const getSpanWidths = (column: LeadColumn['column']): readonly number[] => (column === 'n' ? numberSpans : timeSpans);

const getWidth = (column: LeadColumn['column'], widthIndex: number): number => getSpanWidths(column)[widthIndex] ?? 1;

const limitToSpans = (
  searchQuery: SearchCriteria,
  column: LeadColumn['column'],
  widthIndex: number,
  spans: readonly number[],
): SearchCriteria => {
  if (column !== 'n') return { ...searchQuery, spans: spans.map(span => timeFacet(column, widthIndex, span)) };
  const width = getWidth(column, widthIndex);
  return { ...searchQuery, between: [Math.min(...spans) * width, (Math.max(...spans) + 1) * width - 1] };
};

const clamp = (value: number, min: number, width: number): number => Math.min(min + width - 1, Math.max(min, value));
