import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { useCurrentView } from '../views/use-current-view.ts';
import type { TicketFilter } from './filter.ts';
import css from './sort-control.module.css';
import { SortKeys } from './sort-keys.tsx';
import { defaultSort, formatSort, parseSort, type SortCriterion } from './sort-order.ts';
import { useChangeFilter } from './use-change-filter.ts';

/** Edits the sort keys. All changes share one history entry. */
export default function SortForm({ filter, keys }: { filter: TicketFilter; keys: readonly SortCriterion[] }) {
  const change = useChangeFilter(filter, { oneStep: true });
  const first = useFirstFocus<HTMLDivElement>();
  const viewSort = useCurrentView(filter).view?.filter.sort;
  const isViewSort = formatSort(keys) === formatSort(parseSort(viewSort ?? defaultSort));
  return (
    <div ref={first}>
      <SortKeys keys={keys} onChange={next => change({ sort: next.length > 0 ? formatSort(next) : undefined })}>
        {!isViewSort && (
          <button type="button" className={`button ${css.reset}`} onClick={() => change({ sort: viewSort })}>
            Reset
          </button>
        )}
      </SortKeys>
    </div>
  );
}
