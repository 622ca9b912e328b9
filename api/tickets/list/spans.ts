import { type TimeColumn, timeColumns, timeFacet, timeSpans } from '../../database/facets.ts';
import type { Wanted } from '../../database/search.ts';
import type { TicketRow } from '../shape.ts';
import { gather, gatherFound } from './gather.ts';
import type { Group } from './groups.ts';
import type { Reading } from './reading.ts';
import { readEnds } from './walk.ts';

/** The stretches of creation numbers that are read at once, the larger first. */
const numberSpans = [2 ** 14, 2 ** 6] as const;

/** More spans at once cost more to merge than they save. */
const maxSpansAtOnce = 16;

/**
 * Reads a group that is too many to sort: span by span of what leads its order, so that only the tickets of some spans are
 * sorted, and few more of them than are needed. Spans in which little is found are taken several at once, those that
 * hold too much in smaller ones.
 */
export const readSpans = async (
  reading: Reading,
  group: Group,
  wanted: Wanted,
  limit: number,
): Promise<TicketRow[]> => {
  const ends = await endsOf(reading, group);
  return ends === null ? [] : readBetween({ ...reading, group, wanted }, ends, 0, limit);
};

/** Values of what leads an order, in that order. */
type Ends = { first: number; last: number };

/** Where the group begins, and where it ends, whatever it is filtered by. */
const endsOf = async ({ queries, conditions }: Reading, group: Group): Promise<Ends | null> => {
  const { column } = leadOf(group);
  const { first, last } = await readEnds(queries, group, column);
  if (first === null || last === null) return null;
  const least = column === 'created_at' || column === 'updated_at' ? (conditions.since[column] ?? 0) : 0;
  return { first: Math.max(least, first), last: Math.max(least, last) };
};

type Search = Reading & { group: Group; wanted: Wanted };

const readBetween = async (
  search: Search,
  { first, last }: Ends,
  size: number,
  limit: number,
): Promise<TicketRow[]> => {
  const { column, descending } = leadOf(search.group);
  const width = widthOf(column, size);
  const step = descending ? -1 : 1;
  const end = Math.floor(last / width);
  const rows: TicketRow[] = [];
  let pace: Pace = { atOnce: 1, isGrowing: true };
  for (let span = Math.floor(first / width); rows.length < limit && (end - span) * step >= 0; ) {
    const howMany = Math.min(pace.atOnce, (end - span) * step + 1);
    const some = Array.from({ length: howMany }, (_, each) => span + each * step);
    const found = await readSome(search, some, size, limit);
    if (found === null && howMany > 1) {
      pace = { atOnce: 2 ** Math.floor(Math.log2(howMany - 1)), isGrowing: false };
      continue;
    }
    const within = { first: clamp(first, span * width, width), last: clamp(last, span * width, width) };
    rows.push(...(found ?? (await readBetween(search, within, size + 1, limit))));
    span += step * howMany;
    pace = afterReading(pace);
  }
  return rows.slice(0, limit);
};

/** How many spans to read at once: twice as many each time until they hold too much, then half down to where that begins. */
type Pace = { atOnce: number; isGrowing: boolean };

const afterReading = ({ atOnce, isGrowing }: Pace): Pace =>
  isGrowing || atOnce === 1
    ? { atOnce: Math.min(maxSpansAtOnce, atOnce * 2), isGrowing: true }
    : { atOnce: atOnce / 2, isGrowing };

/** The tickets of some spans; null when they are too many to sort and a smaller span would hold fewer. */
const readSome = async (
  { queries, search, conditions, tuning, group, wanted }: Search,
  spans: readonly number[],
  size: number,
  limit: number,
): Promise<TicketRow[] | null> => {
  const { column, descending } = leadOf(group);
  const narrowed = { ...within(wanted, column, size, spans), newestFirst: descending && group.position === null };
  const found = await search.find(queries, narrowed, tuning.few);
  if (found !== null) return gatherFound(queries, found, group, conditions.since, limit);
  if (spans.length > 1 || size < spansOf(column).length - 1) return null;
  return gather(queries, search.matching(narrowed), group, conditions.since, limit);
};

type Lead = { column: TimeColumn | 'n'; descending: boolean };

const leadOf = ({ columns }: Group): Lead => {
  const { column = 'n', descending = true } = columns[0] ?? {};
  return { column: timeColumns.find(time => time === column) ?? 'n', descending };
};

const spansOf = (column: Lead['column']): readonly number[] => (column === 'n' ? numberSpans : timeSpans);

const widthOf = (column: Lead['column'], size: number): number => spansOf(column)[size] ?? 1;

const within = (wanted: Wanted, column: Lead['column'], size: number, spans: readonly number[]): Wanted => {
  if (column !== 'n') return { ...wanted, spans: spans.map(span => timeFacet(column, size, span)) };
  const width = widthOf(column, size);
  return { ...wanted, between: [Math.min(...spans) * width, (Math.max(...spans) + 1) * width - 1] };
};

const clamp = (value: number, least: number, width: number): number =>
  Math.min(least + width - 1, Math.max(least, value));
