import { lazy } from 'react';
import { ActionPopup } from '../../keyboard/action-popup.tsx';
import { loadLater } from '../../load-later.ts';
import { OnDemand } from '../../on-demand.tsx';
import type { TicketFilter } from './filter.ts';
import css from './sort-control.module.css';
import { defaultSort, describeSort, parseSort } from './sort-order.ts';

const SortForm = lazy(loadLater(() => import('./sort-form.tsx')));

const height = '108px';

/** Shows and changes the sort order of the list. */
export function SortControl({ filter }: { filter: TicketFilter }) {
  const keys = parseSort(filter.sort ?? defaultSort);
  const button = (
    <>
      <span className="visually-hidden">Sort: </span>
      <span className={css.words}>{describeSort(keys)}</span>
    </>
  );
  return (
    <ActionPopup
      action="list.sort"
      label="Sort"
      button={button}
      buttonClass={`button ${css.target}`}
      align="end"
      width={344}
    >
      {() => (
        <OnDemand name="sort" height={height}>
          <SortForm filter={filter} keys={keys} />
        </OnDemand>
      )}
    </ActionPopup>
  );
}
