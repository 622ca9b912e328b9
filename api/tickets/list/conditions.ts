import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { listRecentlyClosed, listTickets } from '#contract';
import { priorities, states } from '#contract/enums';
import { encodeEnum } from '../../database/column-encoding.ts';
import type { Queries } from '../../database/database.ts';
import {
  assigneeFacet,
  awaitingReplyFacet,
  customerFacet,
  type Facet,
  mailboxFacet,
  tagFacet,
  undeliveredFacet,
} from '../../database/facets.ts';
import { type Phrase, parseSearchQuery } from '../../database/tokenize.ts';
import { expandTerm } from '../../database/vocabulary.ts';

/** The filters and the sort order of a ticket list. */
export type TicketQuery = z.output<typeof listTickets.query> | z.output<typeof listRecentlyClosed.query>;

/** A filter other than state, priority and times. `row` is its SQL condition; null if only the facet can check it. */
type Filter = { facet: Facet; row: RawBuilder<SqlBool> | null };

/** The parsed filters of a ticket list. */
export type TicketConditions = {
  /** Encoded as in the database; all states if the query names no state. */
  states: readonly number[];
  priorities: readonly number[];
  /** The alternative phrases of each search term; one of them must match. */
  phrases: readonly (readonly Phrase[])[];
  filters: readonly Filter[];
  /** Milliseconds since 1970, inclusive. */
  since: Since;
  /** The person who watches the tickets; null without the filter `watching`. */
  watcherId: string | null;
};

/** The earliest allowed time by column. */
export type Since = { created_at?: number; updated_at?: number };

export const sinceCondition = (column: string, time: number): RawBuilder<SqlBool> =>
  sql`${sql.ref(`tickets.${column}`)} >= ${time}`;

/** Parses a query into conditions. Null for a search without a word, which matches no ticket. */
export const toTicketConditions = async (
  queries: Queries,
  query: TicketQuery,
  personId: string,
): Promise<TicketConditions | null> => {
  const terms = query.q === undefined ? [] : parseSearchQuery(query.q);
  if (query.q !== undefined && terms.length === 0) return null;
  return {
    states: encodeAll(states, query.state),
    priorities: encodeAll(priorities, query.priority),
    phrases: await Promise.all(terms.map(term => expandTerm(queries, term))),
    filters: toFilters(query, personId),
    watcherId: query.watching === undefined ? null : personId,
    since: {
      ...(query.created_since !== undefined && { created_at: query.created_since }),
      ...(query.updated_since !== undefined && { updated_at: query.updated_since }),
    },
  };
};

const encodeAll = <Value extends string>(values: readonly Value[], chosen: readonly Value[] = values): number[] =>
  chosen.map(value => encodeEnum(values, value));

const toFilters = (query: TicketQuery, personId: string): Filter[] => {
  const { assignee_id, tag, awaiting_reply, customer_email, mailbox_id, undelivered } = query;
  const assignee = assignee_id === 'null' ? null : assignee_id === 'me' ? personId : assignee_id;
  return [
    ...(assignee === undefined ? [] : [isAssignedTo(assignee)]),
    ...(tag === undefined ? [] : [isTagged(tag)]),
    ...(awaiting_reply === undefined ? [] : [isAwaiting(awaiting_reply)]),
    // Only the facet compares email addresses. The engines lower-case letters beyond ASCII differently.
    ...(customer_email === undefined ? [] : [{ facet: customerFacet(customer_email), row: null }]),
    ...(mailbox_id === undefined ? [] : [isOfMailbox(mailbox_id)]),
    ...(undelivered === undefined ? [] : [isUndelivered]),
  ];
};

const isAssignedTo = (id: string | null): Filter => ({
  facet: assigneeFacet(id),
  row: id === null ? sql`tickets.assignee_id is null` : sql`tickets.assignee_id = ${id}`,
});

/** Matches a quoted tag in the JSON array. LIKE would make SQLite plan the query anew for each pattern. */
const isTagged = (tag: string): Filter => ({
  facet: tagFacet(tag),
  row: sql`replace(tickets.tags, ${`"${tag}"`}, '') <> tickets.tags`,
});

const isAwaiting = (awaiting: boolean): Filter => ({
  facet: awaitingReplyFacet(awaiting),
  row: sql`tickets.awaiting_reply = ${awaiting ? 1 : 0}`,
});

const isOfMailbox = (id: string): Filter => ({ facet: mailboxFacet(id), row: sql`tickets.mailbox_id = ${id}` });

const isUndelivered: Filter = { facet: undeliveredFacet, row: sql`tickets.undelivered = 1` };
