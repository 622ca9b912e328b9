import { useNavigate } from '@tanstack/react-router';
import { ListSearch } from '../../list/list-search.tsx';
import { useCurrentView } from '../views/use-current-view.ts';
import { storeViewOrigin } from '../views/view-origins.ts';
import { changeFilter, toListRoute } from './filter.ts';
import { useTicketFilter } from './use-filter.ts';

/** Searches the current list. On a page without a ticket list, searches all tickets. */
export function TicketSearch() {
  const filter = useTicketFilter();
  const { view } = useCurrentView(filter ?? {});
  const navigate = useNavigate();
  return (
    <ListSearch
      label="Search tickets"
      hasPaletteButton
      q={filter?.q}
      search={(q, { replace }) => {
        const next = changeFilter(filter ?? {}, { q });
        if (filter && view?.saved) storeViewOrigin(next, view.saved.id);
        const { path, search } = toListRoute(next);
        void navigate({ to: path, search, replace });
      }}
    />
  );
}
