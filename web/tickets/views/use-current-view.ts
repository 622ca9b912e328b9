import { useMemo } from 'react';
import { usePerson } from '../../session/person.ts';
import { isSameFilter, type TicketFilter } from '../filter/filter.ts';
import { findListView, type ListView } from '../filter/list-views.ts';
import { useViews } from './use-views.ts';
import { useViewOrigin } from './view-origins.ts';

/** The view that a list shows. `isExact`: without modifications. */
export type CurrentView = { view: ListView | undefined; isExact: boolean };

/**
 * Returns the current view. Precedence: an equal view, the view modified in this tab, a view that the filter narrows.
 */
export function useCurrentView(filter: TicketFilter): CurrentView {
  const views = useViews();
  const me = usePerson();
  const origin = useViewOrigin(filter);
  return useMemo(() => {
    const equalViews = views.filter(view => isSameFilter(view.filter, filter));
    const chosen = equalViews.find(({ saved }) => saved !== undefined && saved.id === origin);
    // The person's own view comes before an equal built-in view, because it can be renamed.
    const exact = chosen ?? equalViews.find(({ saved }) => saved?.owner_id === me.id) ?? equalViews[0];
    if (exact) return { view: exact, isExact: true };
    const changed = origin === undefined ? undefined : views.find(({ saved }) => saved?.id === origin);
    return { view: changed ?? findListView(filter, views), isExact: false };
  }, [views, filter, me.id, origin]);
}
