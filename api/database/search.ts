import type { RawBuilder } from 'kysely';
import type { Facet } from './facets.ts';
import type { Queries, Writes } from './queries.ts';
import type { Phrase } from './tokenize.ts';

/** A ticket in the search index: its facets and the folded words of its texts. */
export type SearchDocument = { n: number; facets: readonly Facet[]; text: string };

/** Matches tickets that contain every phrase and at least one facet of each list. */
export type SearchCriteria = {
  phrases: readonly Phrase[];
  facets: readonly (readonly Facet[])[];
  /** At least one of these time facets, while a list is read span by span. */
  spans?: readonly Facet[];
  /** The first and the last creation number. */
  between?: readonly [number, number];
  /** A hint that the newest tickets are likely to come first. It does not change what matches. */
  newestFirst?: boolean;
};

/** An SQL table expression whose column `n` is the creation number of a ticket. */
export type TicketNumbers = RawBuilder<{ n: number }>;

export type SearchResult = { count: number; numbers: TicketNumbers };

/** The search index of one engine. */
export type SearchIndex = {
  /** Replaces a ticket's document, in the transaction that changes the ticket. */
  write(writes: Writes, document: SearchDocument): Promise<void>;
  /** Adds the documents of many tickets that have none yet. */
  add(writes: Writes, documents: readonly SearchDocument[]): Promise<void>;
  remove(writes: Writes, n: number): Promise<void>;
  /** Selects the matching tickets, unordered. The criteria must not be empty. */
  matching(criteria: SearchCriteria): TicketNumbers;
  /** Finds the matching tickets; null if they exceed `limit`, or did a minute ago. Reads at most `limit` + 1. */
  find(queries: Queries, criteria: SearchCriteria, limit: number): Promise<SearchResult | null>;
};
