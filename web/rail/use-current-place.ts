import { useFilter } from '../tickets/filter/use-filter.ts';
import type { View } from '../tickets/filter/views.ts';
import { useCurrentView } from '../views/use-current-view.ts';

/** The view one is in; undefined outside the tickets. */
export function useCurrentPlace(): View | undefined {
  const filter = useFilter();
  const { view } = useCurrentView(filter ?? {});
  return filter && view;
}
