import { lazy, Suspense } from 'react';
import { loadLater } from '../../load-later.ts';
import { Popup } from '../../ui/popup.tsx';
import type { TicketFilter } from './filter.ts';
import chips from './filter-chips.module.css';

const FilterForm = lazy(loadLater(() => import('./filter-form.tsx')));

const height = '440px';

/** Adds conditions to the list. Each takes effect as it is chosen. */
export function FilterControl({ filter }: { filter: TicketFilter }) {
  return (
    <Popup label="Filter" button="+ Filter" buttonClass={chips.add} width={320}>
      {() => (
        <Suspense fallback={<div style={{ height }} aria-busy="true" />}>
          <FilterForm filter={filter} />
        </Suspense>
      )}
    </Popup>
  );
}
