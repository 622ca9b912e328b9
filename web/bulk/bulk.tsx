import { useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { AskedFirstContext } from '../keyboard/use-action.ts';
import { type RowMarks, RowMarksContext, useMark } from '../list/row-marks.ts';
import { isFocusLost } from '../list/use-row-focus.ts';
import { loadLater } from '../load-later.ts';
import { OnDemand } from '../on-demand.tsx';
import { useNameOf } from '../people/use-people.ts';
import { useMayWrite } from '../session/may.ts';
import { usePerson } from '../session/person.ts';
import { useStore } from '../store.ts';
import type { TicketRow } from '../tickets/queries.ts';
import { currentJob } from './job.ts';
import { useBulkKeys } from './use-bulk-keys.ts';
import type { Wish } from './wish.ts';

const BulkBar = lazy(loadLater(() => import('./bulk-bar.tsx')));
const loadFulfil = loadLater(() => import('./fulfil.ts'));

/** The head of the list stays until the bar is there. */
const nothing = <></>;

type BulkProps = {
  rows: readonly TicketRow[];
  openId: string | undefined;
  marks: RowMarks;
  /** The head of the list, whose place the bar takes. */
  head: HTMLElement | null;
};

/** What can be done with several tickets at once. What is needed only then is loaded then. */
export function Bulk({ marks, ...props }: BulkProps) {
  if (!useMayWrite()) return null;
  return (
    <RowMarksContext value={marks}>
      <AskedFirstContext value={true}>
        <BulkOfList marks={marks} {...props} />
      </AskedFirstContext>
    </RowMarksContext>
  );
}

function BulkOfList({ rows, openId, marks, head }: BulkProps) {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  const nameOf = useNameOf();
  const count = useMark(({ selection }) => selection.ids.size);
  const job = useStore(currentJob);
  const isWanted = count > 0 || job !== null;
  const isActing = useRef(false);
  const [lastWish, setLastWish] = useState<Wish | null>(null);
  const act = async (wish: Wish, those: readonly TicketRow[]): Promise<void> => {
    if (isActing.current) return; // until it shows, the same key may come again
    isActing.current = true;
    setLastWish(wish);
    try {
      const { fulfil } = await loadFulfil();
      await fulfil({ client, marks, personId, nameOf }, wish, those);
    } finally {
      isActing.current = false;
    }
  };
  useBulkKeys({ rows, openId, marks, act });
  useFocusInList(isWanted, job !== null);
  return (
    <>
      <span role="status" className="visually-hidden">
        {job ? `${job.doing} ${job.total}` : count > 0 && `${count} selected`}
      </span>
      {isWanted &&
        head &&
        createPortal(
          <OnDemand name="bulk" height="80px" waiting={nothing}>
            <BulkBar {...{ rows, marks, job, lastWish, act }} />
          </OnDemand>,
          head,
        )}
    </>
  );
}

/** The bar comes and goes with what was in it: the focus it had then goes on in the list. */
function useFocusInList(isWanted: boolean, works: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is in the bar may take the focus away
  useEffect(() => {
    // A picker gives the focus back to its button at the end of the event that chose.
    const timer = setTimeout(() => {
      if (!isFocusLost()) return;
      document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isWanted, works]);
}
