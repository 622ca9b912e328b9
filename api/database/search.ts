import type { Expression, SqlBool } from 'kysely';
import type { Writes } from './queries.ts';
import type { Phrase } from './words.ts';

/** A ticket as the search index holds it: ranks as facets, and the folded words of everything one may search for. */
type SearchDocument = { n: number; state: number; priority: number; text: string };

/** The search index of one engine. */
export type SearchIndex = {
  /** Puts a ticket's document in place of the one there was, in the transaction that changes the ticket. */
  write(writes: Writes, document: SearchDocument): Promise<void>;
  /** Puts in the documents of tickets just created, many at once. */
  add(writes: Writes, documents: readonly SearchDocument[]): Promise<void>;
  /** Takes a ticket out. */
  remove(writes: Writes, n: number): Promise<void>;
  /** A condition on `tickets`: holds every phrase. */
  matches(phrases: readonly Phrase[]): Expression<SqlBool>;
};
