import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../api.ts';
import { type TicketRow, ticketKeys } from '../queries.ts';

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter(value => value !== null))].sort();

/** The tags and customers on the tickets that were read so far: the API lists tickets, not these. */
export function useKnownValues(): { tags: string[]; emails: string[] } {
  const lists = useQueryClient().getQueriesData<InfiniteData<Answer<TicketRow[]>>>({ queryKey: ticketKeys.lists });
  const rows = lists.flatMap(([, data]) => data?.pages ?? []).flatMap(page => page.body);
  return {
    tags: distinct(rows.flatMap(row => row.tags)),
    emails: distinct(rows.map(row => row.customer_email)),
  };
}
