import { Popup } from '../ui/popup.tsx';
import { useCurrentView } from '../views/use-current-view.ts';
import type { TicketFilter } from './filter.ts';
import css from './sort-control.module.css';
import { SortKeys } from './sort-keys.tsx';
import { defaultSort, describeSort, formatSort, parseSort, type SortKey } from './sort-order.ts';
import { useChangeFilter } from './use-change-filter.ts';

/** Says in which order the list is, and builds another, key by key. */
export function SortControl({ filter }: { filter: TicketFilter }) {
  const keys = parseSort(filter.sort ?? defaultSort);
  const button = (
    <>
      <span className="visually-hidden">Sort: </span>
      <span className={css.words}>{describeSort(keys)}</span>
    </>
  );
  return (
    <Popup label="Sort" button={button} buttonClass={`button ${css.target}`} align="end" width={344}>
      {() => <SortForm filter={filter} keys={keys} />}
    </Popup>
  );
}

/** One visit is one step back, however many keys were touched in it. */
function SortForm({ filter, keys }: { filter: TicketFilter; keys: readonly SortKey[] }) {
  const change = useChangeFilter(filter, { oneStep: true });
  const usual = useCurrentView(filter).view?.filter.sort;
  const isUsual = formatSort(keys) === formatSort(parseSort(usual ?? defaultSort));
  return (
    <SortKeys keys={keys} onChange={next => change({ sort: next.length > 0 ? formatSort(next) : undefined })}>
      {!isUsual && (
        <button type="button" className={`button ${css.reset}`} onClick={() => change({ sort: usual })}>
          Reset
        </button>
      )}
    </SortKeys>
  );
}
