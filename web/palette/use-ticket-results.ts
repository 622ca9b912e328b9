import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isNotFound } from '../api-client/errors.ts';
import { getLoadError } from '../api-client/load-error.ts';
import { openView } from '../tickets/filter/list-views.ts';
import { useTicketFilter } from '../tickets/filter/use-filter.ts';
import { ticketItem } from '../tickets/queries.ts';
import { ticketHits } from '../tickets/ticket-hits.ts';
import type { PaletteEntry } from './entry.ts';
import { mergeResults, parseTicketNumber, searchEntries } from './search-entries.ts';
import { createTicketEntry, getCachedTickets } from './ticket-entries.tsx';

const maxLocal = 4;
const maxFound = 6;

/**
 * Finds the tickets that match a query, by number and by text.
 *
 * @param serverQuery the throttled query for the server
 */
export function useTicketResults(query: string, serverQuery: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const filter = useTicketFilter() ?? openView.filter;
  const go = (ticketId: string): void =>
    void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: filter });
  const [number, requested] = [parseTicketNumber(query), parseTicketNumber(serverQuery)];
  const hits = useQuery({ ...ticketHits(serverQuery), enabled: serverQuery !== '' });
  const byNumber = useQuery({ ...ticketItem(requested ?? ''), enabled: requested !== null });
  const rows = useMemo(() => getCachedTickets(client), [client]);
  const localEntries = searchEntries(
    rows.map(row => createTicketEntry(row, go)),
    query,
    [],
  ).slice(0, maxLocal);
  const found = mergeResults(
    localEntries,
    serverQuery === '' ? [] : (hits.data ?? []).map(hit => createTicketEntry(hit, go)),
  );
  const isMissing = number !== null && number === requested && isNotFound(byNumber.error);
  const target = number !== null && number === requested && byNumber.data ? createTicketEntry(byNumber.data, go) : null;
  const jump = number === null || isMissing ? [] : [{ ...(target ?? toNumberEntry(number, go)), ranges: [] }];
  return {
    /** The entry for the typed ticket number. Empty without a number, or if the ticket does not exist. */
    jump,
    found: found.filter(({ id }) => id !== jump[0]?.id).slice(0, maxFound),
    searching: hits.isFetching || byNumber.isFetching,
    /** The typed ticket number, if it does not exist. */
    missing: isMissing ? number : null,
    /** Error of the search, or of the ticket with the typed number. */
    failure:
      (serverQuery === '' ? null : getLoadError(hits)) ??
      (number === requested && !isMissing ? getLoadError(byNumber) : null),
  };
}

const toNumberEntry = (id: string, go: (id: string) => void): PaletteEntry => ({
  id: `ticket ${id}`,
  section: 'Ticket',
  label: `Go to ticket #${id}`,
  icon: 'inbox',
  run: () => go(id),
});
