import { ticketSortKeys } from '#contract/vocabulary';
import { Icon } from '../ui/icon.tsx';
import { Popup } from '../ui/popup.tsx';
import type { TicketFilter } from './filter.ts';
import css from './sort-control.module.css';
import {
  defaultSort,
  describeSort,
  formatSort,
  maxSortKeys,
  parseSort,
  type SortKey,
  sortWords,
} from './sort-order.ts';
import { useChangeFilter } from './use-change-filter.ts';

/** Builds the order of the list, key by key: each decides between equals of the one above. */
export function SortControl({ filter }: { filter: TicketFilter }) {
  const change = useChangeFilter(filter);
  const keys = parseSort(filter.sort ?? defaultSort);
  const set = (next: readonly SortKey[]): void => change({ sort: next.length > 0 ? formatSort(next) : undefined });
  const unused = ticketSortKeys.filter(key => !keys.some(used => used.key === key));
  const [next] = unused;
  const button = (
    <>
      <span className="visually-hidden">Sort: </span>
      <span className={css.words}>{describeSort(keys)}</span>
    </>
  );
  return (
    <Popup label="Sort" button={button} buttonClass={`button ${css.target}`} align="end" width={320}>
      {() => (
        <>
          <ol className={css.keys}>
            {keys.map((sortKey, index) => (
              <li key={sortKey.key}>
                <KeyRow
                  sortKey={sortKey}
                  position={index + 1}
                  unused={unused}
                  onChange={changed => set(keys.with(index, changed))}
                  onRemove={() => set(keys.toSpliced(index, 1))}
                />
              </li>
            ))}
          </ol>
          {next && keys.length < maxSortKeys && (
            <button
              type="button"
              className={`button ${css.add}`}
              onClick={() => set([...keys, { key: next, descending: true }])}
            >
              <Icon name="plus" size={14} />
              {keys.length === 0 ? 'Sort by' : 'Then by'}
            </button>
          )}
        </>
      )}
    </Popup>
  );
}

type KeyRowProps = {
  sortKey: SortKey;
  position: number;
  unused: readonly SortKey['key'][];
  onChange: (sortKey: SortKey) => void;
  onRemove: () => void;
};

function KeyRow({ sortKey: { key, descending }, position, unused, onChange, onRemove }: KeyRowProps) {
  const words = sortWords[key];
  return (
    <div className={css.row}>
      <select
        className="input"
        aria-label={`Sort key ${position}`}
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
              {sortWords[candidate].name}
            </option>
          ))}
      </select>
      <select
        className="input"
        aria-label={`Direction of sort key ${position}`}
        value={descending ? 'descending' : 'ascending'}
        onChange={({ target }) => onChange({ key, descending: target.value === 'descending' })}
      >
        <option value="descending">{words.descending}</option>
        <option value="ascending">{words.ascending}</option>
      </select>
      <button type="button" className="icon-button" aria-label={`Remove sort key ${position}`} onClick={onRemove}>
        <Icon name="cross" size={13} />
      </button>
    </div>
  );
}
