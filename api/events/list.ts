import type { SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import type { listEvents } from '#contract';
import { type EventKind, type EventType, eventKinds, eventTypes, resources } from '#contract/resources';
import { getEventKind } from '../database/change-log.ts';
import type { Queries } from '../database/database.ts';
import { oldestFirst } from '../database/keyset.ts';
import { createScan, type KeysetPage, type PageAnchor, readPage, type Scan } from '../database/page.ts';
import { countUpTo } from '../database/resource-rows.ts';
import type { Schema } from '../database/schema.ts';
import type { Principal } from '../http/principal.ts';
import type { EventRow } from './representation.ts';

/** The filters of the event list, and the person who reads it. */
export type EventListRequest = {
  query: Pick<z.output<typeof listEvents.query>, 'ticket_id' | 'type' | 'after'>;
  personId: string;
  /** The kinds that the token's scopes allow. */
  kinds: readonly EventKind[];
};

/** The highest exact total of a list. It bounds the cost of counting. */
const countCap = 10_000;

type Events<Row> = SelectQueryBuilder<Schema, 'events', Row>;

/** Reads one page of the change log, newest event first. With `after`, the oldest event is first. */
export const readEventPage = (
  queries: Queries,
  request: EventListRequest,
  anchor: PageAnchor,
  limit: number,
): Promise<KeysetPage<EventRow>> => {
  const events = filter(queries.selectFrom('events').selectAll('events'), request);
  const { after } = request.query;
  return after === undefined
    ? readPage(createScan(events, 'events'), [], anchor, limit)
    : readPage(scanAfter(events, after), oldestFirst, anchor, limit);
};

/**
 * Creates a scan of the events after a number. A scan starts after the number; in reverse, it ends there. With two
 * bounds on one side, SQLite may start at the wider bound and read all rows in between.
 */
const scanAfter =
  (events: Events<EventRow>, after: number): Scan<EventRow> =>
  (columns, from, limit) => {
    const isReverse = columns[0]?.descending === true;
    const start = isReverse ? Number.MAX_SAFE_INTEGER : after + 1;
    return createScan(isReverse ? afterEvent(events, after) : events, 'events')(columns, from ?? [start], limit);
  };

/** Counts the matching events, up to 10,000. */
export const countEvents = (queries: Queries, request: EventListRequest): Promise<{ count: number; exact: boolean }> =>
  countUpTo(
    queries,
    filter(afterEvent(queries.selectFrom('events').select('events.n'), request.query.after), request),
    countCap,
  );

const afterEvent = <Row>(events: Events<Row>, after: number | undefined): Events<Row> =>
  after === undefined ? events : events.where('n', '>', after);

/** Reads the events after a number, oldest first, without checking who may read them. */
export const readEvents = (queries: Queries, after: number, limit: number): Promise<EventRow[]> =>
  queries.selectFrom('events').selectAll().where('n', '>', after).orderBy('n').limit(limit).execute();

/** Returns whether the list of a reader contains an event. */
export const isListed = (row: EventRow, { query, personId, kinds }: EventListRequest): boolean =>
  (row.private_to === null || row.private_to === personId) &&
  matchesType(row.type, kinds, query.type) &&
  (query.ticket_id === undefined || row.ticket_id === query.ticket_id);

/** Returns the kinds of events that the scopes of a token allow. */
export const findReadableKinds = ({ scopes }: Pick<Principal, 'scopes'>): EventKind[] =>
  eventKinds.filter(kind => scopes.has(`${resources[kind].collection}:read`));

const filter = <Row>(events: Events<Row>, { query, personId, kinds }: EventListRequest): Events<Row> => {
  const types = eventTypes.filter(type => matchesType(type, kinds, query.type));
  return (
    events
      .where(({ eb, or }) => or([eb('private_to', 'is', null), eb('private_to', '=', personId)]))
      // Filters by type, not kind. An index serves types in order, so rare kinds need no scan of the whole log.
      .$if(types.length < eventTypes.length, narrow =>
        narrow.where(({ eb, lit }) => (types.length === 0 ? lit(false) : eb('type', 'in', types))),
      )
      .$if(query.ticket_id !== undefined, narrow => narrow.where('ticket_id', '=', query.ticket_id ?? ''))
  );
};

const matchesType = (
  type: EventType,
  kinds: readonly EventKind[],
  chosen: readonly EventType[] = eventTypes,
): boolean => chosen.includes(type) && kinds.includes(getEventKind(type));
