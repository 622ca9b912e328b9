import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { listRecentlyClosed, listTickets } from '#contract';
import { priorities, states } from '#contract/vocabulary';
import type { Database, Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { type Page, type Place, readPage, scanOf } from '../database/page.ts';
import type { Schema } from '../database/schema.ts';
import { readCounts } from '../database/ticket-counts.ts';
import { rankOf } from '../database/values.ts';
import { parseQuery } from '../database/words.ts';
import type { TicketRow } from './shape.ts';

/** What a ticket list is filtered and sorted by. */
export type TicketQuery = z.output<typeof listTickets.query> | z.output<typeof listRecentlyClosed.query>;

/** A list of tickets as one person asks for it. */
export type TicketsWanted = { query: TicketQuery; personId: string };

/** Counting stops here: beyond it a number says no more. */
const countCap = 10_000;

type Tickets<Row> = SelectQueryBuilder<Schema, 'tickets', Row>;

/** One page of tickets. */
export const readTickets = (
  { search }: Pick<Database, 'search'>,
  queries: Queries,
  wanted: TicketsWanted,
  place: Place,
  limit: number,
): Promise<Page<TicketRow>> => {
  const sort = sortColumns(wanted.query.sort);
  const matching = filter(search, queries.selectFrom('tickets').selectAll('tickets'), wanted);
  return readPage(scanOf(matching, 'tickets'), sort, place, limit);
};

/** How many tickets match: exactly and at once while at most their state is asked for, else up to 10,000. */
export const countTickets = async (
  { search }: Pick<Database, 'search'>,
  queries: Queries,
  wanted: TicketsWanted,
): Promise<{ count: number; exact: boolean }> => {
  const counted = countedStates(wanted.query);
  if (counted !== null) return { count: await readCounts(queries, counted), exact: true };
  const matching = filter(search, queries.selectFrom('tickets').select('tickets.n'), wanted).limit(countCap + 1);
  const { count } = await queries
    .selectFrom(matching.as('matching'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(count, countCap), exact: count <= countCap };
};

/** Parameters that say how a list is written and ordered. Any other one narrows it. */
const notNarrowing = new Set(['state', 'sort', 'per_page', 'cursor', 'count', 'envelope', 'pretty', 'fields']);

/** The states whose tickets a query means, all of them; null when it narrows them further. */
const countedStates = (query: TicketQuery): number[] | null => {
  const narrowed = Object.entries(query).some(([name, value]) => value !== undefined && !notNarrowing.has(name));
  return narrowed ? null : ranks(states, query.state ?? states);
};

const filter = <Row>(
  search: Database['search'],
  tickets: Tickets<Row>,
  { query, personId }: TicketsWanted,
): Tickets<Row> => {
  const { state, priority, assignee_id, tag, awaiting_reply, customer_email, created_since, updated_since, q } = query;
  const assignee = assignee_id === 'me' ? personId : assignee_id;
  return tickets
    .$if(state !== undefined, narrow => narrow.where('state', 'in', ranks(states, state)))
    .$if(priority !== undefined, narrow => narrow.where('priority', 'in', ranks(priorities, priority)))
    .$if(assignee === 'null', narrow => narrow.where('assignee_id', 'is', null))
    .$if(assignee !== undefined && assignee !== 'null', narrow => narrow.where('assignee_id', '=', assignee ?? ''))
    .$if(tag !== undefined, narrow =>
      narrow.where('tickets.n', 'in', inner =>
        inner
          .selectFrom('ticket_tags')
          .select('ticket_n')
          .where('tag', '=', tag ?? ''),
      ),
    )
    .$if(awaiting_reply !== undefined, narrow => narrow.where('awaiting_reply', '=', awaiting_reply ? 1 : 0))
    .$if(customer_email !== undefined, narrow =>
      narrow.where(sql`lower(customer_email)`, '=', customer_email?.toLowerCase() ?? ''),
    )
    .$if(created_since !== undefined, narrow => narrow.where('created_at', '>=', created_since ?? 0))
    .$if(updated_since !== undefined, narrow => narrow.where('updated_at', '>=', updated_since ?? 0))
    .$if(q !== undefined, narrow => narrow.where(searchCondition(search, q ?? '')));
};

const ranks = <Word extends string>(words: readonly Word[], chosen: readonly Word[] = []): number[] =>
  chosen.map(word => rankOf(words, word));

/** A query without a word in it finds nothing. */
const searchCondition = (search: Database['search'], q: string) => {
  const phrases = parseQuery(q);
  return phrases.length === 0 ? sql<boolean>`1 = 0` : search.matches(phrases);
};
