import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { LoadError } from '../api-client/load-error.ts';
import { useKeyboard } from '../keyboard/use-action.ts';
import { toPrefixQuery } from '../list/prefix-query.ts';
import { useThrottled } from '../list/use-throttled.ts';
import { toListRoute } from '../tickets/filter/filter.ts';
import { type ListView, mineView, openView } from '../tickets/filter/list-views.ts';
import { useViews } from '../tickets/views/use-views.ts';
import { createActionEntries } from './action-entries.ts';
import type { MatchedEntry, PaletteEntry, PaletteSection } from './entry.ts';
import { getRecent } from './recent-entries.ts';
import { getDefaultSections, searchEntries } from './search-entries.ts';
import { useGistResults } from './use-gist-results.ts';
import { useTicketResults } from './use-ticket-results.ts';

const throttleMilliseconds = 150;

type Sections = {
  sections: readonly PaletteSection[];
  /** True while results are loading. */
  searching: boolean;
  /** The typed ticket number, if it does not exist. */
  missing: string | null;
  /** Failed server searches. */
  failures: readonly LoadError[];
};

/** Returns the sections for a query: local results immediately, the server's results later. */
export function usePaletteSections(query: string): Sections {
  const recent = useMemo(getRecent, []);
  const commands = useCommands(query);
  const serverQuery = useThrottledQuery(query);
  const tickets = useTicketResults(query, serverQuery);
  const gists = useGistResults(query, serverQuery);
  const search = useSearchEntry(query);
  if (query.trim() === '')
    return { sections: getDefaultSections(commands, recent), searching: false, missing: null, failures: [] };
  const isCurrent = serverQuery === query.trim();
  const resultSections: PaletteSection[] = [
    { title: 'Ticket', entries: tickets.jump },
    { title: 'Commands', entries: searchEntries(commands, query, recent) },
    { title: 'Tickets', entries: tickets.found },
    { title: 'Gists', entries: gists.found },
    { title: 'Search', entries: [search] },
  ];
  return {
    sections: resultSections.filter(({ entries }) => entries.length > 0),
    searching: tickets.searching || gists.searching || !isCurrent,
    missing: tickets.missing,
    failures: isCurrent ? [tickets.failure, gists.failure].filter(failure => failure !== null) : [],
  };
}

function useCommands(query: string): PaletteEntry[] {
  const keyboard = useKeyboard();
  const navigate = useNavigate();
  return [...createActionEntries(keyboard, query), ...createViewEntries(useViews(), navigate)];
}

/** Returns the query for the server, updated at most every 150 ms. */
function useThrottledQuery(query: string): string {
  const [throttled, setThrottled] = useState('');
  const update = useThrottled(throttleMilliseconds, setThrottled);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `update` is a new, equivalent function on each render
  useEffect(() => update(query.trim()), [query]);
  return query.trim() === '' ? '' : throttled;
}

/** Returns the entry that searches all tickets, which is always last. */
function useSearchEntry(query: string): MatchedEntry {
  const navigate = useNavigate();
  const q = query.trim();
  return {
    id: 'search',
    section: 'Search',
    label: `Search all tickets for “${q}”`,
    icon: 'search',
    ranges: [],
    run: () => void navigate({ to: '/tickets', search: { q: toPrefixQuery(q) } }),
  };
}

/** Returns entries for all views without their own action. */
const createViewEntries = (views: readonly ListView[], navigate: UseNavigateResult<string>): PaletteEntry[] =>
  views
    .filter(view => view !== openView && view !== mineView)
    .map(({ name, icon, filter, saved }): PaletteEntry => {
      const { path, search } = toListRoute(filter);
      return {
        id: `view ${saved?.id ?? name}`,
        section: 'Go to',
        label: `Go to ${name}`,
        icon,
        synonyms: 'view list',
        run: () => void navigate({ to: path, search }),
      };
    });
