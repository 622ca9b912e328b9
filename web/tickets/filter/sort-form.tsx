import { useEffect, useRef } from 'react';
import { type TicketSortKey, ticketSortKeys } from '#contract/enums';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import type { TicketFilter } from './filter.ts';
import css from './sort-control.module.css';
import { formatSort, maxSortKeys, moveUp, type SortCriterion, sortLabels } from './sort-order.ts';
import { useChangeFilter } from './use-change-filter.ts';

/** Edits the distinct sort keys, in order of precedence. All changes share one history entry. */
export default function SortForm({ filter, keys }: { filter: TicketFilter; keys: readonly SortCriterion[] }) {
  const changeFilter = useChangeFilter(filter, { oneStep: true });
  const list = useFirstFocus<HTMLDivElement>();
  const moved = useRef<string>(null);
  const unused = ticketSortKeys.filter(key => !keys.some(used => used.key === key));
  const [next] = unused;
  const change = (changed: readonly SortCriterion[], focus: string | null): void => {
    moved.current = focus;
    changeFilter({ sort: changed.length > 0 ? formatSort(changed) : undefined });
  };
  // Focuses a key's first control after the focused control moved or was removed.
  useEffect(() => {
    if (moved.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-key="${moved.current}"]`)?.focus();
    moved.current = null;
  });
  return (
    <div ref={list}>
      <ol className={css.keys}>
        {keys.map((sortKey, index) => (
          <li key={sortKey.key} className={css.row}>
            <KeySelects
              sortKey={sortKey}
              position={index + 1}
              unused={unused}
              onChange={changed => change(keys.with(index, changed), changed.key === sortKey.key ? null : changed.key)}
            />
            <IconButton
              icon="up"
              label={`Move sort key ${index + 1} up`}
              title="Move up"
              disabled={index === 0}
              onClick={() => change(moveUp(keys, index), sortKey.key)}
            />
            <IconButton
              icon="cross"
              label={`Remove sort key ${index + 1}`}
              title="Remove"
              disabled={keys.length === 1}
              onClick={() => change(keys.toSpliced(index, 1), keys[index + 1]?.key ?? keys[index - 1]?.key ?? 'add')}
            />
          </li>
        ))}
      </ol>
      <footer className={css.foot}>
        {next && keys.length < maxSortKeys && (
          <button
            type="button"
            className="button"
            data-key="add"
            onClick={() => change([...keys, { key: next, isDescending: true }], next)}
          >
            <Icon name="plus" size={14} />
            {keys.length === 0 ? 'Sort by' : 'Then by'}
          </button>
        )}
      </footer>
    </div>
  );
}

type KeySelectsProps = {
  sortKey: SortCriterion;
  position: number;
  unused: readonly TicketSortKey[];
  onChange: (sortKey: SortCriterion) => void;
};

function KeySelects({ sortKey: { key, isDescending }, position, unused, onChange }: KeySelectsProps) {
  return (
    <>
      <select
        className="input"
        aria-label={`Sort key ${position}`}
        data-key={key}
        value={key}
        onChange={({ target }) => {
          const chosen = ticketSortKeys.find(candidate => candidate === target.value);
          if (chosen) onChange({ key: chosen, isDescending });
        }}
      >
        {ticketSortKeys
          .filter(candidate => candidate === key || unused.includes(candidate))
          .map(candidate => (
            <option key={candidate} value={candidate}>
              {sortLabels[candidate].name}
            </option>
          ))}
      </select>
      <select
        className="input"
        aria-label={`Direction of sort key ${position}`}
        value={isDescending ? 'descending' : 'ascending'}
        onChange={({ target }) => onChange({ key, isDescending: target.value === 'descending' })}
      >
        <option value="descending">{sortLabels[key].descending}</option>
        <option value="ascending">{sortLabels[key].ascending}</option>
      </select>
    </>
  );
}

type IconButtonProps = { icon: IconName; label: string; title: string; disabled: boolean; onClick: () => void };

const IconButton = ({ icon, label, ...button }: IconButtonProps) => (
  <button type="button" className="icon-button" aria-label={label} {...button}>
    <Icon name={icon} size={13} />
  </button>
);
