import { useMemo } from 'react';
import { sameFilter, type TicketFilter } from '../tickets/filter.ts';
import { type View, viewOf } from '../tickets/views.ts';
import { originOf } from './origins.ts';
import { useViews } from './use-views.ts';

/** Which view a list is. `exact`: nothing of it was changed. */
export type CurrentView = { view: View | undefined; exact: boolean };

/** The view that a filter is, was changed from in this window, or narrows. */
export function useCurrentView(filter: TicketFilter): CurrentView {
  const views = useViews();
  return useMemo(() => {
    const same = views.find(view => sameFilter(view.filter, filter));
    if (same) return { view: same, exact: true };
    const origin = originOf(filter);
    const changed = origin === undefined ? undefined : views.find(({ saved }) => saved?.id === origin);
    return { view: changed ?? viewOf(filter, views), exact: false };
  }, [views, filter]);
}
