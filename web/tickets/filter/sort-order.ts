import type { TicketSortKey } from '#contract/enums';
import { ticketSortKeys } from '#contract/enums';

export type SortCriterion = { key: TicketSortKey; isDescending: boolean };

/** The API's limit. */
export const maxSortKeys = 4;

/** The API's default. */
export const defaultSort = '-created_at';

/** Parses `-priority,created_at`. Ignores unknown and duplicate keys. */
export function parseSort(sort: string): SortCriterion[] {
  const keys = new Map<TicketSortKey, SortCriterion>();
  for (const part of sort.split(',')) {
    const key = ticketSortKeys.find(candidate => candidate === part.replace(/^-/, ''));
    if (key && !keys.has(key)) keys.set(key, { key, isDescending: part.startsWith('-') });
  }
  return [...keys.values()];
}

export const formatSort = (keys: readonly SortCriterion[]): string =>
  keys.map(({ key, isDescending }) => (isDescending ? `-${key}` : key)).join(',');

/** Swaps the key at `index` with the key above it. Returns the keys unchanged if either is missing. */
export const moveUp = (keys: readonly SortCriterion[], index: number): readonly SortCriterion[] => {
  const [above, key] = [keys[index - 1], keys[index]];
  return above && key ? keys.with(index - 1, key).with(index, above) : keys;
};

export const sortLabels: Readonly<Record<TicketSortKey, { name: string; ascending: string; descending: string }>> = {
  state: { name: 'State', ascending: 'open first', descending: 'closed first' },
  priority: { name: 'Priority', ascending: 'lowest first', descending: 'urgent first' },
  created_at: { name: 'Created', ascending: 'oldest first', descending: 'newest first' },
  updated_at: { name: 'Updated', ascending: 'oldest first', descending: 'newest first' },
  closed_at: { name: 'Closed', ascending: 'oldest first', descending: 'newest first' },
};

const shortLabels: Readonly<Record<TicketSortKey, [ascending: string, descending: string]>> = {
  state: ['State', 'Closed first'],
  priority: ['Lowest priority', 'Priority'],
  created_at: ['Oldest', 'Newest'],
  updated_at: ['Oldest update', 'Last updated'],
  closed_at: ['First closed', 'Last closed'],
};

/** Describes a sort order briefly: `Priority, then oldest`. */
export function describeSort(keys: readonly SortCriterion[]): string {
  if (keys.length === 0) return 'Unknown order';
  const labels = keys.map(({ key, isDescending }) => shortLabels[key][isDescending ? 1 : 0]);
  const sentence = labels.join(', then ').toLowerCase();
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
