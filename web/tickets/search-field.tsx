import { useNavigate } from '@tanstack/react-router';
import { changeFilter, placeOf } from './filter.ts';
import { SearchBox } from './search-box.tsx';
import { useFilter } from './use-filter.ts';

/** Searches within the list in view, from elsewhere in all tickets. */
export function SearchField() {
  const filter = useFilter();
  const navigate = useNavigate();
  return (
    <SearchBox
      label="Search tickets"
      q={filter?.q}
      ask={(q, { replace }) => {
        const { path, search } = placeOf(changeFilter(filter ?? {}, { q }));
        void navigate({ to: path, search, replace });
      }}
    />
  );
}
