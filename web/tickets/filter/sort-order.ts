import type { TicketSortKey } from '#contract/vocabulary';
import { ticketSortKeys } from '#contract/vocabulary';

/** One key of an order; later keys decide between equals of the earlier ones. */
export type SortKey = { key: TicketSortKey; descending: boolean };

/** The most keys the API takes. */
export const maxSortKeys = 4;

/** The order of a list that names none. */
export const defaultSort = '-created_at';

/** Reads `-priority,created_at`; keys that there are not, or that were there before, are left out. */
export function parseSort(sort: string): SortKey[] {
  const keys = new Map<TicketSortKey, SortKey>();
  for (const part of sort.split(',')) {
    const key = ticketSortKeys.find(candidate => candidate === part.replace(/^-/, ''));
    if (key && !keys.has(key)) keys.set(key, { key, descending: part.startsWith('-') });
  }
  return [...keys.values()];
}

/** Writes what {@link parseSort} reads. */
export const formatSort = (keys: readonly SortKey[]): string =>
  keys.map(({ key, descending }) => (descending ? `-${key}` : key)).join(',');

/** The order with the key at `index` before the one that stood above it. */
export const moveUp = (keys: readonly SortKey[], index: number): readonly SortKey[] => {
  const [above, key] = [keys[index - 1], keys[index]];
  return above && key ? keys.with(index - 1, key).with(index, above) : keys;
};

/** What a key is called, and how its two directions read. */
export const sortWords: Readonly<Record<TicketSortKey, { name: string; ascending: string; descending: string }>> = {
  state: { name: 'State', ascending: 'open first', descending: 'closed first' },
  priority: { name: 'Priority', ascending: 'lowest first', descending: 'urgent first' },
  created_at: { name: 'Created', ascending: 'oldest first', descending: 'newest first' },
  updated_at: { name: 'Updated', ascending: 'longest ago first', descending: 'latest first' },
  closed_at: { name: 'Closed', ascending: 'longest ago first', descending: 'latest first' },
};

const short: Readonly<Record<TicketSortKey, [ascending: string, descending: string]>> = {
  state: ['State ↑', 'State ↓'],
  priority: ['Priority ↑', 'Priority ↓'],
  created_at: ['Oldest', 'Newest'],
  updated_at: ['Stalest', 'Last updated'],
  closed_at: ['First closed', 'Last closed'],
};

/** An order in a few words: `Priority ↓, oldest`. */
export function describeSort(keys: readonly SortKey[]): string {
  if (keys.length === 0) return 'Unknown order';
  const words = keys.map(({ key, descending }) => short[key][descending ? 1 : 0]);
  const sentence = words.join(', ').toLowerCase();
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
