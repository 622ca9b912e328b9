import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useKeyboard } from '../keyboard/use-action.ts';
import { useThrottled } from '../list/use-throttled.ts';
import type { Unread } from '../unread.ts';
import { useViews } from '../views/use-views.ts';
import { actionEntries } from './action-entries.ts';
import { find, offer } from './arrange.ts';
import type { Entry, Section, ShownEntry } from './entry.ts';
import { viewEntries } from './place-entries.ts';
import { readRecent } from './recent.ts';
import { useGists } from './use-gists.ts';
import { useTickets } from './use-tickets.ts';

const askMilliseconds = 150;

type Sections = {
  sections: readonly Section[];
  /** True while more may come. */
  searching: boolean;
  /** The number that was typed, where no ticket has it. */
  missing: string | null;
  /** What the desk was asked and could not be read. */
  failures: readonly Unread[];
};

/** What the palette shows for a query: at once what the page knows, and a little later what the desk finds. */
export function useSections(query: string): Sections {
  const recent = useMemo(readRecent, []);
  const commands = useCommands(query);
  const words = useAsked(query);
  const tickets = useTickets(query, words);
  const gists = useGists(query, words);
  const search = useSearchEntry(query);
  if (query.trim() === '') return { sections: offer(commands, recent), searching: false, missing: null, failures: [] };
  const isAsked = words === query.trim();
  const all: Section[] = [
    { title: 'Ticket', entries: tickets.jump },
    { title: 'Commands', entries: find(commands, query, recent) },
    { title: 'Tickets', entries: tickets.found },
    { title: 'Gists', entries: gists.found },
    { title: 'Search', entries: [search] },
  ];
  return {
    sections: all.filter(({ entries }) => entries.length > 0),
    searching: tickets.searching || gists.searching || !isAsked,
    missing: tickets.missing,
    failures: isAsked ? [tickets.failure, gists.failure].filter(failure => failure !== null) : [],
  };
}

function useCommands(query: string): Entry[] {
  const keyboard = useKeyboard();
  const navigate = useNavigate();
  return [...actionEntries(keyboard, query), ...viewEntries(useViews(), navigate)];
}

/** The words the desk is asked for: they follow what is typed at most every 150 ms. */
function useAsked(query: string): string {
  const [asked, setAsked] = useState('');
  const ask = useThrottled(askMilliseconds, setAsked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way to ask is new each time, and the same
  useEffect(() => ask(query.trim()), [query]);
  return query.trim() === '' ? '' : asked;
}

/** What is always left: the list of all tickets with these words in them. */
function useSearchEntry(query: string): ShownEntry {
  const navigate = useNavigate();
  const q = query.trim();
  return {
    id: 'search',
    section: 'Search',
    label: `Search all tickets for “${q}”`,
    icon: 'search',
    ranges: [],
    run: () => void navigate({ to: '/tickets', search: { q } }),
  };
}
