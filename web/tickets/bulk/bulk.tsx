import { useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { LazyBoundary } from '../../app/lazy-boundary.tsx';
import { lazyChunk } from '../../app/lazy-chunks.ts';
import { ActionPrecedenceContext } from '../../keyboard/use-action.ts';
import { RowStateContext, type RowStateStore, useRowState } from '../../list/row-state.ts';
import { isFocusLost } from '../../list/use-row-focus.ts';
import { usePersonName } from '../../people/use-people.ts';
import { useCanWriteTickets } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { useStore } from '../../storage/observable-store.ts';
import { formatCount } from '../../ui/format-count.ts';
import type { ListedTicket } from '../queries.ts';
import type { BulkAction } from './bulk-action.ts';
import { currentJob } from './job.ts';
import { useBulkKeys } from './use-bulk-keys.ts';

const BulkBar = lazy(lazyChunk(() => import('./bulk-bar.tsx')));
const loadApply = lazyChunk(() => import('./apply-bulk-action.ts'));

/** The list's header stays visible until the bar has loaded. */
const emptyFallback = <></>;

type BulkOfListProps = {
  rows: readonly ListedTicket[];
  openId: string | undefined;
  rowState: RowStateStore;
  /** The list's header, which the bar covers. */
  head: HTMLElement | null;
};

/** Bulk actions on the tickets of a list. The bar's code loads when the browser is idle, or on first use. */
export function Bulk({ rowState, ...props }: BulkOfListProps) {
  if (!useCanWriteTickets()) return null;
  return (
    <RowStateContext value={rowState}>
      <ActionPrecedenceContext value={true}>
        <BulkOfList rowState={rowState} {...props} />
      </ActionPrecedenceContext>
    </RowStateContext>
  );
}

function BulkOfList({ rows, openId, rowState, head }: BulkOfListProps) {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  const getName = usePersonName();
  const count = useRowState(({ selection }) => selection.ids.size);
  const job = useStore(currentJob);
  const isBarShown = count > 0 || job !== null;
  const isActing = useRef(false);
  const storedTickets = useRef(new Map<string, ListedTicket>());
  const [lastAction, setLastAction] = useState<BulkAction | null>(null);
  const act = async (action: BulkAction, targets: readonly ListedTicket[]): Promise<void> => {
    if (isActing.current) return; // ignores a repeated key press before the progress is shown
    isActing.current = true;
    setLastAction(action);
    try {
      const { applyBulkAction } = await loadApply();
      await applyBulkAction(
        { client, rowState, storedTickets: storedTickets.current, personId, getName },
        action,
        targets,
      );
    } finally {
      isActing.current = false;
    }
  };
  useBulkKeys({ rows, openId, rowState, act });
  useFocusInList(isBarShown, job !== null);
  return (
    <>
      <span role="status" className="visually-hidden">
        {job ? `${job.label}: ${formatCount(job.total, 'ticket')}` : count > 0 && `${count} selected`}
      </span>
      {isBarShown &&
        head &&
        createPortal(
          <LazyBoundary name="bulk" height="80px" fallback={emptyFallback}>
            <BulkBar {...{ rows, rowState, job, lastAction, act }} />
          </LazyBoundary>,
          head,
        )}
    </>
  );
}

/** Moves the focus to the list when the bar's focused element disappears. */
function useFocusInList(isBarShown: boolean, isRunning: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes of the bar may remove the focused element
  useEffect(() => {
    // A picker returns the focus to its button at the end of the event.
    const timer = setTimeout(() => {
      if (!isFocusLost()) return;
      document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isBarShown, isRunning]);
}
