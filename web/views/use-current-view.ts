import { useMemo } from 'react';
import { usePerson } from '../session/person.ts';
import { sameFilter, type TicketFilter } from '../tickets/filter/filter.ts';
import { type View, viewOf } from '../tickets/filter/views.ts';
import { useOrigin } from './origins.ts';
import { useViews } from './use-views.ts';

/** Which view a list is. `exact`: nothing of it was changed. */
export type CurrentView = { view: View | undefined; exact: boolean };

/** The view that a filter is, was changed from in this window, or narrows. */
export function useCurrentView(filter: TicketFilter): CurrentView {
  const views = useViews();
  const me = usePerson();
  const origin = useOrigin(filter);
  return useMemo(() => {
    const same = views.filter(view => sameFilter(view.filter, filter));
    const chosen = same.find(({ saved }) => saved !== undefined && saved.id === origin);
    // One's own name comes first, also where the desk has one for the same list: else it could not be changed.
    const exact = chosen ?? same.find(({ saved }) => saved?.owner_id === me.id) ?? same[0];
    if (exact) return { view: exact, exact: true };
    const changed = origin === undefined ? undefined : views.find(({ saved }) => saved?.id === origin);
    return { view: changed ?? viewOf(filter, views), exact: false };
  }, [views, filter, me.id, origin]);
}
