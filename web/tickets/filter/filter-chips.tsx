import { lazy, memo } from 'react';
import { LazyBoundary } from '../../app/lazy-boundary.tsx';
import { lazyChunk } from '../../app/lazy-chunks.ts';
import { ActionPopup } from '../../keyboard/action-popup.tsx';
import { usePersonName } from '../../people/use-people.ts';
import { Icon } from '../../ui/icon.tsx';
import { SaveView } from '../views/save-view.tsx';
import { useCurrentView } from '../views/use-current-view.ts';
import { describeFilter } from './describe-filter.ts';
import { getAddedConditions, type TicketFilter } from './filter.ts';
import css from './filter-chips.module.css';
import { useChangeFilter } from './use-change-filter.ts';

/** Shows the conditions that the view's name does not imply. A click on a condition removes it. */
export const FilterChips = memo(function FilterChips({ filter }: { filter: TicketFilter }) {
  const change = useChangeFilter(filter);
  const getName = usePersonName();
  const { view } = useCurrentView(filter);
  const conditions = getAddedConditions(filter, view?.filter ?? {});
  return (
    <div className={css.chips}>
      {conditions.map(([name, value]) => {
        const text = describeFilter(name, value, getName);
        return (
          <button
            key={name}
            type="button"
            className={css.chip}
            aria-label={`Remove the filter ${text}`}
            title={text}
            onClick={() => change({ [name]: undefined })}
          >
            <span>{text}</span>
            <Icon name="cross" size={11} />
          </button>
        );
      })}
      <FilterControl filter={filter} />
      <SaveView filter={filter} />
    </div>
  );
});

const FilterForm = lazy(lazyChunk(() => import('./filter-form.tsx')));

const height = '440px';

/** Popup that adds filters, which apply immediately. */
function FilterControl({ filter }: { filter: TicketFilter }) {
  return (
    <ActionPopup action="list.filter" label="Filter" button="+ Filter" buttonClass={css.add} width={320}>
      {() => (
        <LazyBoundary name="filter" height={height}>
          <FilterForm filter={filter} />
        </LazyBoundary>
      )}
    </ActionPopup>
  );
}
