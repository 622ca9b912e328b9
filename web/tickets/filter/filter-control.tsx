import { lazy } from 'react';
import { ActionPopup } from '../../keyboard/action-popup.tsx';
import { loadLater } from '../../load-later.ts';
import { OnDemand } from '../../on-demand.tsx';
import type { TicketFilter } from './filter.ts';
import chips from './filter-chips.module.css';

const FilterForm = lazy(loadLater(() => import('./filter-form.tsx')));

const height = '440px';

/** Popup that adds filters, which apply immediately. */
export function FilterControl({ filter }: { filter: TicketFilter }) {
  return (
    <ActionPopup action="list.filter" label="Filter" button="+ Filter" buttonClass={chips.add} width={320}>
      {() => (
        <OnDemand name="filter" height={height}>
          <FilterForm filter={filter} />
        </OnDemand>
      )}
    </ActionPopup>
  );
}
