import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../api.ts';
import type { Choice } from '../ui/picker.tsx';
import { type TicketRow, ticketKeys } from './queries.ts';

/** What was typed as a tag; null when the API would not take it (`^[a-z0-9][a-z0-9_-]{0,63}$`) or it is there. */
export function newTag(text: string, present: readonly string[]): Choice | null {
  const tag = text.toLowerCase().replace(/\s+/g, '-');
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(tag) || present.includes(tag)) return null;
  return { value: tag, label: `Add “${tag}”` };
}

/** The tags on the tickets that were read so far: the API lists tickets, not tags. */
export function useKnownTags(): string[] {
  const lists = useQueryClient().getQueriesData<InfiniteData<Answer<TicketRow[]>>>({ queryKey: ticketKeys.lists });
  const rows = lists.flatMap(([, data]) => data?.pages ?? []).flatMap(page => page.body);
  return [...new Set(rows.flatMap(row => row.tags))].sort();
}
