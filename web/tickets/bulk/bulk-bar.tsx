import { type RefObject, useEffect, useRef } from 'react';
import { useKeyboard } from '../../keyboard/use-action.ts';
import checkboxCss from '../../list/row-checkbox.module.css';
import { type RowStateStore, useRowState } from '../../list/row-state.ts';
import { emptySelection, getSelectionExtent, selectAllRows } from '../../list/selection.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import type { ListedTicket } from '../queries.ts';
import type { BulkAction } from './bulk-action.ts';
import css from './bulk-bar.module.css';
import { BulkPickers } from './bulk-pickers.tsx';
import type { BulkJob } from './job.ts';

type BulkBarProps = {
  rows: readonly ListedTicket[];
  rowState: RowStateStore;
  job: BulkJob | null;
  /** The last bulk action, which can be retried on the tickets where it failed. */
  lastAction: BulkAction | null;
  act: (action: BulkAction, rows: readonly ListedTicket[]) => Promise<void>;
};

/** Covers the list's header with the bulk actions, or with the progress of the running action. */
export default function BulkBar({ rows, rowState, job, lastAction, act }: BulkBarProps) {
  const selection = useRowState(rowState => rowState.selection);
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const bar = useRef<HTMLElement>(null);
  useInertHeader(bar);
  return (
    <section ref={bar} className={css.bar} aria-label="Selection">
      {job ? (
        <Progress job={job} />
      ) : (
        <>
          <Head {...{ rows, selected, rowState, lastAction, act }} />
          <BulkPickers selected={selected} act={act} />
          <PendingAction rowState={rowState} />
        </>
      )}
    </section>
  );
}

function useInertHeader(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const header = bar.current?.previousElementSibling;
    header?.setAttribute('inert', '');
    return () => header?.removeAttribute('inert');
  }, [bar]);
}

type HeadProps = Omit<BulkBarProps, 'job'> & { selected: readonly ListedTicket[] };

function Head({ rows, selected, rowState, lastAction, act }: HeadProps) {
  const { selection, failureReasons } = useRowState(rowState => rowState);
  const order = rows.map(({ id }) => id);
  const checked = getSelectionExtent(selection, order);
  const failed = selected.filter(({ id }) => failureReasons.has(id));
  const allClosed = selected.every(({ state }) => state === 'closed');
  const clear = (): void => rowState.update({ selection: emptySelection, failureReasons: new Map() });
  return (
    <div className={css.head}>
      <label className={css.all} data-selecting>
        <input
          type="checkbox"
          className={checkboxCss.box}
          aria-label={rows.length === 1 ? 'Select the listed ticket' : `Select all ${rows.length} listed tickets`}
          checked={checked === 'all'}
          ref={box => {
            if (box) box.indeterminate = checked === 'some';
          }}
          onChange={() => (checked === 'all' ? clear() : rowState.update({ selection: selectAllRows(order) }))}
        />
      </label>
      <h1 className="number">{selection.ids.size} selected</h1>
      <span className={css.spacer} />
      {lastAction && failed.length > 0 ? (
        <button type="button" className="button" onClick={() => void act(lastAction, failed)}>
          Retry {failed.length}
        </button>
      ) : (
        <button
          type="button"
          className="button"
          onClick={() => void act({ field: 'state', value: allClosed ? 'open' : 'closed' }, selected)}
        >
          <Icon name={allClosed ? 'open' : 'check'} size={14} />
          {allClosed ? 'Reopen' : 'Close'} <KeyHint keys={allClosed ? 'o' : 'e'} />
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Clear the selection" onClick={clear}>
        <Icon name="cross" size={14} />
      </button>
    </div>
  );
}

function Progress({ job }: { job: BulkJob }) {
  const { label, finished, total, cancel } = job;
  return (
    <>
      <div className={css.head}>
        <h1 className="number">
          {label}: {finished} of {total}
        </h1>
        <span className={css.spacer} />
        <button type="button" className="button" disabled={cancel === null} onClick={() => cancel?.()}>
          Cancel <KeyHint keys="Escape" />
        </button>
      </div>
      <progress className={css.progress} aria-label={label} max={total} value={finished} />
    </>
  );
}

/** After the bar is mounted, runs the action that opened the bar. */
function PendingAction({ rowState }: { rowState: RowStateStore }) {
  const keyboard = useKeyboard();
  useEffect(() => {
    const { pendingAction } = rowState.read();
    if (pendingAction === null) return;
    rowState.update({ pendingAction: null });
    keyboard.run(pendingAction);
  }, [rowState, keyboard]);
  return null;
}
