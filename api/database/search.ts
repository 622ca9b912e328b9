import type { RawBuilder } from 'kysely';
import type { Facet } from './facets.ts';
import type { Queries, Writes } from './queries.ts';
import type { Phrase } from './words.ts';

/** A ticket as the search index holds it: its facets, and the folded words of everything one may search for. */
export type SearchDocument = { n: number; facets: readonly Facet[]; text: string };

/** Which tickets are looked for: those that hold every phrase, and of each list of facets at least one. */
export type Wanted = {
  phrases: readonly Phrase[];
  facets: readonly (readonly Facet[])[];
  /** Of these facets too at least one: the list is being read span by span. */
  spans?: readonly Facet[];
  /** Creation numbers, the first and the last. */
  between?: readonly [number, number];
  /** Whether what was created last is likely to be wanted first. It says where to begin looking, not what is found. */
  newestFirst?: boolean;
};

/** What stands behind `from`, its column `n` the creation number of a ticket. */
export type TicketNumbers = RawBuilder<{ n: number }>;

/** Tickets that were found. */
export type Found = { count: number; numbers: TicketNumbers };

/** The search index of one engine. */
export type SearchIndex = {
  /** Puts a ticket's document in place of the one there was, in the transaction that changes the ticket. */
  write(writes: Writes, document: SearchDocument): Promise<void>;
  /** Puts in the documents of tickets that have none, many at once. */
  add(writes: Writes, documents: readonly SearchDocument[]): Promise<void>;
  /** Takes a ticket out. */
  remove(writes: Writes, n: number): Promise<void>;
  /** The tickets that are wanted, in no order. Something must be wanted of them. */
  matching(wanted: Wanted): TicketNumbers;
  /** The same, found now; null when they are more than `atMost`, which costs no more than finding so many. */
  find(queries: Queries, wanted: Wanted, atMost: number): Promise<Found | null>;
};
