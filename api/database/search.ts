import type { RawBuilder } from 'kysely';
import type { Facet } from './facets.ts';
import type { Queries, WriteTransaction } from './queries.ts';
import { type Phrase, textBoundary, tokenize } from './tokenize.ts';

/** A ticket in the search index: facets, id, and the folded words of its texts. */
export type SearchDocument = { n: number; facets: readonly Facet[]; id: string; text: string };

/** Matches tickets that contain at least one phrase or facet of each list. */
export type SearchCriteria = {
  phrases: readonly (readonly Phrase[])[];
  facets: readonly (readonly Facet[])[];
  /** At least one of these time facets, while a list is read span by span. */
  spans?: readonly Facet[];
  /** The first and the last creation number. */
  between?: readonly [number, number];
  /** A hint that the list probably starts with the newest tickets. It does not change what matches. */
  newestFirst?: boolean;
};

/** An SQL table expression whose column `n` is the creation number of a ticket. */
export type TicketNumbers = RawBuilder<{ n: number }>;

/** Builds a query for rows of these tickets. */
export type SelectRows<Row> = (numbers: TicketNumbers) => RawBuilder<Row>;

/** Too many tickets match. `estimate` is the planner's estimate of their number; null if it was not computed. */
export type TooManyMatches = { rows: null; estimate: number | null };

export type SearchResult<Row> = { rows: Row[] } | TooManyMatches;

/** Joins all words of a document. Ids are not part of the vocabulary: there are as many ids as tickets. */
export const getIndexedText = ({ id, text }: SearchDocument): string =>
  [...tokenize(id), ...(text === '' ? [] : [textBoundary, text])].join(' ');

/** The search index of one engine. */
export type SearchIndex = {
  /** Replaces a ticket's document, in the transaction that changes the ticket. */
  write(writes: WriteTransaction, document: SearchDocument): Promise<void>;
  /** Adds the documents of many tickets that have no document yet. */
  add(writes: WriteTransaction, documents: readonly SearchDocument[]): Promise<void>;
  remove(writes: WriteTransaction, n: number): Promise<void>;
  /** Selects the matching tickets, unordered. The criteria must not be empty. */
  matching(criteria: SearchCriteria): TicketNumbers;
  /**
   * Loads rows of the matching tickets. Loads none if more than `limit` tickets match or matched in the last minute, or
   * if far more are estimated to match. Finds at most `limit` + 1 tickets.
   */
  load<Row>(
    queries: Queries,
    criteria: SearchCriteria,
    limit: number,
    select: SelectRows<Row>,
  ): Promise<SearchResult<Row>>;
};
