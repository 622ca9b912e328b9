import { type ReactNode, useEffect, useRef } from 'react';
import { type TicketSortKey, ticketSortKeys } from '#contract/enums';
import { Icon } from '../../ui/icon.tsx';
import css from './sort-control.module.css';
import { maxSortKeys, moveUp, type SortCriterion, sortLabels } from './sort-order.ts';

type SortKeysProps = {
  keys: readonly SortCriterion[];
  onChange: (keys: readonly SortCriterion[]) => void;
  /** Further buttons. */
  children: ReactNode;
};

/** A list of distinct sort keys, in order of precedence. */
export function SortKeys({ keys, onChange, children }: SortKeysProps) {
  const list = useRef<HTMLDivElement>(null);
  const moved = useRef<string>(null);
  const unused = ticketSortKeys.filter(key => !keys.some(used => used.key === key));
  const [next] = unused;
  const change = (changed: readonly SortCriterion[], focus: string | null): void => {
    moved.current = focus;
    onChange(changed);
  };
  // Restores the focus to a key's first control when the focused one moved or was removed.
  useEffect(() => {
    if (moved.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-key="${moved.current}"]`)?.focus();
    moved.current = null;
  });
  return (
    <div ref={list}>
      <ol className={css.keys}>
        {keys.map((sortKey, index) => (
          <li key={sortKey.key}>
            <KeyRow
              sortKey={sortKey}
              position={index + 1}
              unused={unused}
              isOnlyKey={keys.length === 1}
              onChange={changed => change(keys.with(index, changed), changed.key === sortKey.key ? null : changed.key)}
              onMoveUp={() => change(moveUp(keys, index), sortKey.key)}
              onRemove={() => change(keys.toSpliced(index, 1), keys[index + 1]?.key ?? keys[index - 1]?.key ?? 'add')}
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
            onClick={() => change([...keys, { key: next, descending: true }], next)}
          >
            <Icon name="plus" size={14} />
            {keys.length === 0 ? 'Sort by' : 'Then by'}
          </button>
        )}
        {children}
      </footer>
    </div>
  );
}

type KeyRowProps = {
  sortKey: SortCriterion;
  position: number;
  isOnlyKey: boolean;
  unused: readonly TicketSortKey[];
  onChange: (sortKey: SortCriterion) => void;
  onMoveUp: () => void;
  onRemove: () => void;
};

function KeyRow({
  sortKey: { key, descending },
  position,
  isOnlyKey,
  unused,
  onChange,
  onMoveUp,
  onRemove,
}: KeyRowProps) {
  const labels = sortLabels[key];
  return (
    <div className={css.row}>
      <select
        className="input"
        aria-label={`Sort key ${position}`}
        data-key={key}
        value={key}
        onChange={({ target }) => {
          const chosen = ticketSortKeys.find(candidate => candidate === target.value);
          if (chosen) onChange({ key: chosen, descending });
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
        value={descending ? 'descending' : 'ascending'}
        onChange={({ target }) => onChange({ key, descending: target.value === 'descending' })}
      >
        <option value="descending">{labels.descending}</option>
        <option value="ascending">{labels.ascending}</option>
      </select>
      <button
        type="button"
        className="icon-button"
        aria-label={`Move sort key ${position} up`}
        title="Move up"
        disabled={position === 1}
        onClick={onMoveUp}
      >
        <Icon name="up" size={13} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove sort key ${position}`}
        title="Remove"
        disabled={isOnlyKey}
        onClick={onRemove}
      >
        <Icon name="cross" size={13} />
      </button>
    </div>
  );
}
