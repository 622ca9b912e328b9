import { type TimeColumn, timeColumns, timeFacet, timeSpans } from '../../database/facets.ts';
import type { SearchCriteria } from '../../database/search.ts';
import type { TicketRow } from '../shape.ts';
import type { Group } from './groups.ts';
import { readBounds } from './index-scan.ts';
import { selectTickets } from './load-tickets.ts';
import type { Bounds, ReadContext } from './read-context.ts';

/** The sizes of a span of creation numbers, the largest first. */
const numberSpans = [2 ** 14, 2 ** 6] as const;

/** Merging more spans than this costs more than it saves. */
const maxSpansAtOnce = 16;

/**
 * Reads a group that is too large to sort, span by span of its first sort column, so that few more tickets are sorted
 * than needed. Sparse spans are read several at a time; spans with too many tickets are split into smaller ones.
 */
export const readSpans = async (
  reading: ReadContext,
  group: Group,
  { searchQuery, estimate }: { searchQuery: SearchCriteria; estimate: number | null },
  limit: number,
): Promise<TicketRow[]> => {
  const bounds = await (reading.bounds?.get(group) ?? readGroupBounds(reading, group));
  if (bounds === null) return [];
  const start = chooseStart(reading.tuning, leadColumn(group), bounds, { estimate, limit });
  return readBetween({ ...reading, group, searchQuery }, bounds, 0, start, limit);
};

/** Reads the bounds of a group, regardless of its other filters. */
export const readGroupBounds = async ({ queries, conditions }: ReadContext, group: Group): Promise<Bounds | null> => {
  const { column } = leadColumn(group);
  const { first, last } = await readBounds(queries, group, column);
  if (first === null || last === null) return null;
  const least = column === 'created_at' || column === 'updated_at' ? (conditions.since[column] ?? 0) : 0;
  return { first: Math.max(least, first), last: Math.max(least, last) };
};

type SpanSearch = ReadContext & { group: Group; searchQuery: SearchCriteria };

const readBetween = async (
  search: SpanSearch,
  { first, last }: Bounds,
  size: number,
  start: Start,
  limit: number,
): Promise<TicketRow[]> => {
  const { column, descending } = leadColumn(search.group);
  const width = getWidth(column, size);
  const step = descending ? -1 : 1;
  const end = Math.floor(last / width);
  const rows: TicketRow[] = [];
  let { atOnce, inner } = start;
  for (let span = Math.floor(first / width); rows.length < limit && (end - span) * step >= 0; ) {
    const spanCount = Math.min(atOnce, (end - span) * step + 1);
    const spans = Array.from({ length: spanCount }, (_, each) => span + each * step);
    const found = inner === null ? await readSpansAtOnce(search, spans, size, limit) : null;
    if (found === null && spanCount > 1) {
      atOnce = Math.floor(spanCount / 2);
      continue;
    }
    const within = { first: clamp(first, span * width, width), last: clamp(last, span * width, width) };
    rows.push(...(found ?? (await readBetween(search, within, size + 1, inner ?? oneSpan, limit))));
    inner = null;
    span += step * spanCount;
    atOnce = found === null ? 1 : estimateSpans(spanCount, found.length, limit - rows.length);
  }
  return rows.slice(0, limit);
};

/** Estimates how many spans hold twice the missing tickets. The last `spanCount` spans held `found`. */
const estimateSpans = (spanCount: number, found: number, missing: number): number =>
  Math.min(maxSpansAtOnce, found === 0 ? spanCount * 2 : Math.ceil((2 * missing * spanCount) / found));

/** The number of spans to read first; `inner` for smaller spans, if the first span probably holds too many tickets. */
type Start = { atOnce: number; inner: Start | null };

const oneSpan: Start = { atOnce: 1, inner: null };

/** Chooses the first spans by the planner's estimate, if there is one, so that they probably hold a page. */
const chooseStart = (
  { few }: ReadContext['tuning'],
  { column }: LeadColumn,
  { first, last }: Bounds,
  { estimate, limit }: { estimate: number | null; limit: number },
): Start => {
  if (estimate === null) return oneSpan;
  const perUnit = estimate / (Math.abs(last - first) + 1);
  const startAt = (size: number): Start => {
    const perSpan = perUnit * getWidth(column, size);
    const isLarge = perSpan > few && size + 1 < getSpanWidths(column).length;
    const atOnce = Math.min(maxSpansAtOnce, Math.max(1, Math.ceil((2 * limit) / perSpan)));
    return isLarge ? { atOnce: 1, inner: startAt(size + 1) } : { atOnce, inner: null };
  };
  return startAt(0);
};

/** Reads the tickets of some spans; null if they are too many to sort and a smaller span would hold fewer. */
const readSpansAtOnce = async (
  { queries, search, conditions, tuning, group, searchQuery }: SpanSearch,
  spans: readonly number[],
  size: number,
  limit: number,
): Promise<TicketRow[] | null> => {
  const { column, descending } = leadColumn(group);
  const narrowed = { ...within(searchQuery, column, size, spans), newestFirst: descending && group.position === null };
  const select = selectTickets(group, conditions.since, limit);
  const { rows } = await search.load(queries, narrowed, tuning.few, select);
  if (rows !== null || spans.length > 1 || size < getSpanWidths(column).length - 1) return rows;
  return (await select(search.matching(narrowed)).execute(queries)).rows;
};

type LeadColumn = { column: TimeColumn | 'n'; descending: boolean };

const leadColumn = ({ columns }: Group): LeadColumn => {
  const { column = 'n', descending = true } = columns[0] ?? {};
  return { column: timeColumns.find(time => time === column) ?? 'n', descending };
};

const getSpanWidths = (column: LeadColumn['column']): readonly number[] => (column === 'n' ? numberSpans : timeSpans);

const getWidth = (column: LeadColumn['column'], size: number): number => getSpanWidths(column)[size] ?? 1;

const within = (
  searchQuery: SearchCriteria,
  column: LeadColumn['column'],
  size: number,
  spans: readonly number[],
): SearchCriteria => {
  if (column !== 'n') return { ...searchQuery, spans: spans.map(span => timeFacet(column, size, span)) };
  const width = getWidth(column, size);
  return { ...searchQuery, between: [Math.min(...spans) * width, (Math.max(...spans) + 1) * width - 1] };
};

const clamp = (value: number, least: number, width: number): number =>
  Math.min(least + width - 1, Math.max(least, value));
