import { memo } from 'react';
import { useNameOf } from '../../people/use-people.ts';
import { Icon } from '../../ui/icon.tsx';
import { SaveView } from '../../views/save-view.tsx';
import type { TicketFilter } from './filter.ts';
import css from './filter-chips.module.css';
import { FilterControl } from './filter-control.tsx';
import { describeCondition } from './filter-words.ts';
import { useChangeFilter } from './use-change-filter.ts';

/** One chip per filter; a click removes the filter. */
export const FilterChips = memo(function FilterChips({ filter }: { filter: TicketFilter }) {
  const change = useChangeFilter(filter);
  const nameOf = useNameOf();
  const conditions = (Object.entries(filter) as [keyof TicketFilter, string][]).filter(([name]) => name !== 'sort');
  return (
    <div className={css.chips}>
      {conditions.map(([name, value]) => {
        const text = describeCondition(name, value, nameOf);
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
