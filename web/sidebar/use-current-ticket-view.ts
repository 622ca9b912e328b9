import { useFilter } from '../tickets/filter/use-filter.ts';
import type { View } from '../tickets/filter/views.ts';
import { useCurrentView } from '../views/use-current-view.ts';

/** Returns the current view; undefined outside the ticket pages. */
export function useCurrentTicketView(): View | undefined {
  const filter = useFilter();
  const { view } = useCurrentView(filter ?? {});
  return filter && view;
}
