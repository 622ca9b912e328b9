import { lazy } from 'react';
import { LazyBoundary } from '../../app/lazy-boundary.tsx';
import { lazyChunk } from '../../app/lazy-chunks.ts';
import { ActionPopup } from '../../keyboard/action-popup.tsx';
import type { TicketFilter } from './filter.ts';
import css from './sort-control.module.css';
import { defaultSort, describeSort, parseSort } from './sort-order.ts';

const SortForm = lazy(lazyChunk(() => import('./sort-form.tsx')));

const height = '108px';

export function SortControl({ filter }: { filter: TicketFilter }) {
  const keys = parseSort(filter.sort ?? defaultSort);
  const button = (
    <>
      <span className="visually-hidden">Sort: </span>
      <span className={css.label}>{describeSort(keys)}</span>
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
        <LazyBoundary name="sort" height={height}>
          <SortForm filter={filter} keys={keys} />
        </LazyBoundary>
      )}
    </ActionPopup>
  );
}
