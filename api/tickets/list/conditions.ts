import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { listRecentlyClosed, listTickets } from '#contract';
import { priorities, states } from '#contract/vocabulary';
import { assigneeFacet, awaitingFacet, customerFacet, type Facet, tagFacet } from '../../database/facets.ts';
import { rankOf } from '../../database/values.ts';
import { type Phrase, parseQuery } from '../../database/words.ts';

/** What a ticket list is filtered and sorted by. */
export type TicketQuery = z.output<typeof listTickets.query> | z.output<typeof listRecentlyClosed.query>;

/** A filter beside state, priority and times: a facet, and what it says of the row where that can be told from the row. */
type Filter = { facet: Facet; row: RawBuilder<SqlBool> | null };

/** Which tickets a list is made of. */
export type Conditions = {
  /** Ranks; all of them where the query names none. */
  states: readonly number[];
  priorities: readonly number[];
  phrases: readonly Phrase[];
  filters: readonly Filter[];
  /** Milliseconds since 1970, inclusive. */
  since: Since;
};

/** The least time of a column. */
export type Since = { created_at?: number; updated_at?: number };

/** That a ticket is no older than this by one of its times. */
export const isSince = (column: string, time: number): RawBuilder<SqlBool> =>
  sql`${sql.ref(`tickets.${column}`)} >= ${time}`;

/** Reads the conditions out of a query; null when no ticket can meet them: a search without a word in it finds nothing. */
export const conditionsOf = (query: TicketQuery, personId: string): Conditions | null => {
  const phrases = query.q === undefined ? [] : parseQuery(query.q);
  if (query.q !== undefined && phrases.length === 0) return null;
  return {
    states: ranksOf(states, query.state),
    priorities: ranksOf(priorities, query.priority),
    phrases,
    filters: filtersOf(query, personId),
    since: {
      ...(query.created_since !== undefined && { created_at: query.created_since }),
      ...(query.updated_since !== undefined && { updated_at: query.updated_since }),
    },
  };
};

const ranksOf = <Word extends string>(words: readonly Word[], chosen: readonly Word[] = words): number[] =>
  chosen.map(word => rankOf(words, word));

const filtersOf = (query: TicketQuery, personId: string): Filter[] => {
  const { assignee_id, tag, awaiting_reply, customer_email } = query;
  const assignee = assignee_id === 'null' ? null : assignee_id === 'me' ? personId : assignee_id;
  return [
    ...(assignee === undefined ? [] : [isAssignedTo(assignee)]),
    ...(tag === undefined ? [] : [isTagged(tag)]),
    ...(awaiting_reply === undefined ? [] : [isAwaiting(awaiting_reply)]),
    // How addresses are compared is settled by the facet alone: the engines lower letters beyond ASCII differently.
    ...(customer_email === undefined ? [] : [{ facet: customerFacet(customer_email), row: null }]),
  ];
};

const isAssignedTo = (id: string | null): Filter => ({
  facet: assigneeFacet(id),
  row: id === null ? sql`tickets.assignee_id is null` : sql`tickets.assignee_id = ${id}`,
});

/** In the JSON array each tag stands between quotes. LIKE would make SQLite plan the query anew for each pattern. */
const isTagged = (tag: string): Filter => ({
  facet: tagFacet(tag),
  row: sql`replace(tickets.tags, ${`"${tag}"`}, '') <> tickets.tags`,
});

const isAwaiting = (awaiting: boolean): Filter => ({
  facet: awaitingFacet(awaiting),
  row: sql`tickets.awaiting_reply = ${awaiting ? 1 : 0}`,
});
