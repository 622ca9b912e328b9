import type { SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import type { listEvents } from '#contract';
import { type EventKind, type EventType, eventTypes } from '#contract/vocabulary';
import { kindOf } from '../database/change-log.ts';
import type { Queries } from '../database/database.ts';
import { type Page, type Place, readPage, scanOf } from '../database/page.ts';
import type { Schema } from '../database/schema.ts';
import type { EventRow } from './shape.ts';

/** What the list is filtered by, and who reads it. */
export type EventsWanted = {
  query: Pick<z.output<typeof listEvents.query>, 'ticket_id' | 'type'>;
  personId: string;
  /** What the reader may read at all. */
  kinds: readonly EventKind[];
};

/** Counting stops here: beyond it a number says no more. */
const countCap = 10_000;

type Events<Row> = SelectQueryBuilder<Schema, 'events', Row>;

/** One page of the log, the latest first. */
export const readEvents = (
  queries: Queries,
  wanted: EventsWanted,
  place: Place,
  limit: number,
): Promise<Page<EventRow>> =>
  readPage(scanOf(filter(queries.selectFrom('events').selectAll('events'), wanted), 'events'), [], place, limit);

/** How many lines match, up to 10,000. */
export const countEvents = async (
  queries: Queries,
  wanted: EventsWanted,
): Promise<{ count: number; exact: boolean }> => {
  const matching = filter(queries.selectFrom('events').select('events.n'), wanted).limit(countCap + 1);
  const { count } = await queries
    .selectFrom(matching.as('matching'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(count, countCap), exact: count <= countCap };
};

const filter = <Row>(events: Events<Row>, { query, personId, kinds }: EventsWanted): Events<Row> => {
  const types = eventTypes.filter(type => isWanted(type, kinds, query.type));
  return (
    events
      .where(({ eb, or }) => or([eb('private_to', 'is', null), eb('private_to', '=', personId)]))
      // By type and not by kind: an index serves it in order, so that rare kinds are not looked for in the whole log.
      .$if(types.length < eventTypes.length, narrow =>
        narrow.where(({ eb, lit }) => (types.length === 0 ? lit(false) : eb('type', 'in', types))),
      )
      .$if(query.ticket_id !== undefined, narrow => narrow.where('ticket_id', '=', query.ticket_id ?? ''))
  );
};

const isWanted = (type: EventType, kinds: readonly EventKind[], chosen: readonly EventType[] = eventTypes): boolean =>
  chosen.includes(type) && kinds.includes(kindOf(type));
