import type { ActionName } from '../../keyboard/actions.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { type RowStateStore, useRowState } from '../../list/row-state.ts';
import { emptySelection, toggleRow } from '../../list/selection.ts';
import { useStore } from '../../storage/observable-store.ts';
import type { ListedTicket } from '../queries.ts';
import type { BulkAction } from './bulk-action.ts';
import { currentJob } from './job.ts';

type BulkKeysOptions = {
  rows: readonly ListedTicket[];
  openId: string | undefined;
  rowState: RowStateStore;
  act: (action: BulkAction, rows: readonly ListedTicket[]) => Promise<void>;
};

/**
 * Applies the ticket shortcuts to the selected rows, or else to the focused row. The open ticket handles its own
 * shortcuts, unless rows are selected.
 */
export function useBulkKeys({ rows, openId, rowState, act }: BulkKeysOptions): void {
  const hasSelection = useRowState(({ selection }) => selection.ids.size > 0);
  const isOnRow = useRowState(({ hasFocus, current }) => hasFocus && current !== openId);
  const isTagged = useRowState(({ current }) => rows.some(({ id, tags }) => id === current && tags.length > 0));
  const isRunning = useStore(currentJob, job => job !== null);
  const isEnabled = !isRunning && (hasSelection || isOnRow);

  const targets = (): ListedTicket[] => {
    const { selection, current } = rowState.read();
    return rows.filter(({ id }) => (selection.ids.size > 0 ? selection.ids.has(id) : id === current));
  };
  const change = (action: BulkAction) => (isEnabled ? () => void act(action, targets()) : null);
  /** Selects the row, which opens the bar. The bar then runs the action. */
  const choose = (pendingAction: ActionName) => {
    const select = (): void => {
      const { current } = rowState.read();
      if (current !== null) rowState.update({ selection: toggleRow(emptySelection, current), pendingAction });
    };
    return isEnabled && !hasSelection ? select : null;
  };
  const cancelOrDeselect = (): void => {
    if (isRunning) currentJob.read()?.cancel?.();
    else rowState.update({ selection: emptySelection, failureReasons: new Map(), pendingAction: null });
  };

  useAction('ticket.close', change({ field: 'state', value: 'closed' }));
  useAction('ticket.reopen', change({ field: 'state', value: 'open' }));
  useAction('ticket.state', choose('ticket.state'));
  useAction('ticket.priority', choose('ticket.priority'));
  useAction('ticket.assign', choose('ticket.assign'));
  useAction('ticket.tag', choose('ticket.tag'));
  useAction('ticket.untag', isTagged ? choose('ticket.untag') : null);
  useAction('back', hasSelection || isRunning ? cancelOrDeselect : null);
}
