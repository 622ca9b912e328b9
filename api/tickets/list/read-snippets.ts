import { sql } from 'kysely';
import type { Snippet } from '#contract/tickets';
import type { Queries } from '../../database/database.ts';
import { parseSearchQuery } from '../../database/tokenize.ts';
import type { TicketRow } from '../representation.ts';
import { createSnippet, type SnippetSource } from './snippet.ts';

/**
 * These limits bound the work for a page of long threads. Messages beyond them are not searched, so a snippet may be
 * missing.
 */
const maxMessages = 1000;
const maxMessageCharacters = 16_384;
const maxSearchedCharacters = 500_000;

/** Returns a lookup of snippets. Reads the messages of a ticket only if none of its other texts contains all terms. */
export const readSnippets = async (
  queries: Queries,
  q: string | undefined,
  rows: readonly TicketRow[],
): Promise<(row: TicketRow) => Snippet | null> => {
  const terms = parseSearchQuery(q ?? '');
  const snippets = new Map<number, Snippet | null>();
  if (terms.length === 0) return () => null;
  const incomplete: TicketRow[] = [];
  for (const row of rows) {
    const { snippet, isComplete } = createSnippet(getSources(row), terms);
    snippets.set(row.n, snippet);
    if (!isComplete && row.messages_count > 0) incomplete.push(row);
  }
  const bodies = Map.groupBy(await selectBodies(queries, incomplete), ({ ticket_n }) => ticket_n);
  let left = maxSearchedCharacters;
  for (const row of incomplete) {
    const messages = (bodies.get(row.n) ?? []).map(({ body }): SnippetSource => ({ field: 'message', text: body }));
    left -= messages.reduce((sum, { text }) => sum + text.length, 0);
    if (left < 0) break;
    snippets.set(row.n, createSnippet([...getSources(row), ...messages], terms).snippet);
  }
  return ({ n }) => snippets.get(n) ?? null;
};

const getSources = (row: TicketRow): SnippetSource[] => [
  { field: 'subject', text: row.subject },
  { field: 'description', text: row.description },
  { field: 'customer_name', text: row.customer_name ?? '' },
  { field: 'customer_email', text: row.customer_email ?? '' },
  ...(JSON.parse(row.tags) as string[]).map((tag): SnippetSource => ({ field: 'tags', text: tag })),
  { field: 'id', text: row.id },
];

const selectBodies = async (queries: Queries, rows: readonly TicketRow[]) => {
  if (rows.length === 0) return [];
  const found = sql<{ ticket_n: number; body: string }>`
    select ticket_n, substr(body, 1, ${sql.lit(maxMessageCharacters)}) as body from messages
    where ticket_n in (${sql.join(rows.map(({ n }) => n))}) order by ticket_n, created_at, n
    limit ${sql.lit(maxMessages)}`;
  return (await found.execute(queries)).rows;
};
