import type { ListView } from '../../tickets/filter/list-views.ts';
import { useTicketFilter } from '../../tickets/filter/use-filter.ts';
import { useCurrentView } from '../../tickets/views/use-current-view.ts';

/** Returns the current view; undefined outside the ticket pages. */
export function useCurrentTicketView(): ListView | undefined {
  const filter = useTicketFilter();
  const { view } = useCurrentView(filter ?? {});
  return filter && view;
}
