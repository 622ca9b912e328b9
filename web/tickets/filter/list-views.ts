import type { View as SavedView } from '#contract';
import type { IconName } from '../../ui/icon.tsx';
import { isSameFilter, type TicketFilter } from './filter.ts';

export type ListView = {
  name: string;
  icon: IconName;
  filter: TicketFilter;
  /** The API's resource, if it is a saved view. */
  saved?: SavedView;
};

const urgentFirst = '-priority,created_at';

/** The start page. */
export const openView: ListView = { name: 'Open', icon: 'inbox', filter: { state: 'open', sort: urgentFirst } };
export const mineView: ListView = {
  name: 'Mine',
  icon: 'person',
  filter: { state: 'open,pending', assignee_id: 'me', sort: urgentFirst },
};

/** The built-in views, in display order. */
export const builtInViews: readonly ListView[] = [
  openView,
  mineView,
  { name: 'Unassigned', icon: 'open', filter: { state: 'open', assignee_id: 'null', sort: urgentFirst } },
  { name: 'Waiting', icon: 'clock', filter: { state: 'pending', sort: 'updated_at' } },
  { name: 'Recently closed', icon: 'check', filter: { state: 'closed', sort: '-closed_at' } },
  { name: 'All', icon: 'stack', filter: {} },
];

/**
 * Returns the view with this filter. Without an equal view, returns the most specific view that the filter narrows,
 * ignoring the sort order; undefined if there is none.
 */
export function findListView(filter: TicketFilter, among: readonly ListView[] = builtInViews): ListView | undefined {
  const exact = among.find(view => isSameFilter(view.filter, filter));
  if (exact) return exact;
  const conditions = ({ sort: _, ...rest }: TicketFilter) => Object.entries(rest);
  const conditionValues = new Map<string, string>(conditions(filter));
  return among
    .filter(view => conditions(view.filter).every(([name, value]) => conditionValues.get(name) === value))
    .toSorted((a, b) => conditions(b.filter).length - conditions(a.filter).length)[0];
}
