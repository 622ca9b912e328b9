import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isGone } from '../api-errors.ts';
import { useFilter } from '../tickets/filter/use-filter.ts';
import { openView } from '../tickets/filter/views.ts';
import { ticketItem } from '../tickets/queries.ts';
import { type Unread, unreadOf } from '../unread.ts';
import { find, ticketNumberOf, unite } from './arrange.ts';
import type { Entry, ShownEntry } from './entry.ts';
import { ticketHits } from './queries.ts';
import { knownTickets, ticketEntry } from './ticket-entries.tsx';

const mostKnown = 4;
const most = 6;

type FoundTickets = {
  /** The one whose number was typed. */
  jump: readonly ShownEntry[];
  found: readonly ShownEntry[];
  searching: boolean;
  /** The number that was typed, where no ticket has it. */
  missing: string | null;
  /** Why the desk's could not be read. */
  failure: Unread | null;
};

/**
 * The tickets that a query is about: one by its number, and those with its words in them.
 *
 * @param words what of the query the desk is asked for by now
 */
export function useTickets(query: string, words: string): FoundTickets {
  const client = useQueryClient();
  const navigate = useNavigate();
  const filter = useFilter() ?? openView.filter;
  const go = (ticketId: string): void =>
    void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: filter });
  const [number, asked] = [ticketNumberOf(query), ticketNumberOf(words)];
  const hits = useQuery({ ...ticketHits(words), enabled: words !== '' });
  const byNumber = useQuery({ ...ticketItem(asked ?? ''), enabled: asked !== null });
  const rows = useMemo(() => knownTickets(client), [client]);
  const known = find(
    rows.map(row => ticketEntry(row, go)),
    query,
    [],
  ).slice(0, mostKnown);
  const found = unite(known, words === '' ? [] : (hits.data ?? []).map(hit => ticketEntry(hit, go)));
  const isMissing = number !== null && number === asked && isGone(byNumber.error);
  const target = number !== null && number === asked && byNumber.data ? ticketEntry(byNumber.data, go) : null;
  const jump = number === null || isMissing ? [] : [{ ...(target ?? ticketByNumber(number, go)), ranges: [] }];
  return {
    jump,
    found: found.filter(({ id }) => id !== jump[0]?.id).slice(0, most),
    searching: hits.isFetching || byNumber.isFetching,
    missing: isMissing ? number : null,
    failure: (words === '' ? null : unreadOf(hits)) ?? (number === asked && !isMissing ? unreadOf(byNumber) : null),
  };
}

const ticketByNumber = (id: string, go: (id: string) => void): Entry => ({
  id: `ticket ${id}`,
  section: 'Ticket',
  label: `Go to ticket #${id}`,
  icon: 'inbox',
  run: () => go(id),
});
