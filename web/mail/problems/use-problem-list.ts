import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { findNeighbours } from '../../list/find-neighbours.ts';
import { createRowState, type RowStateStore } from '../../list/row-state.ts';
import { useLastIndex } from '../../list/use-last-index.ts';

export type ProblemList = {
  rowState: RowStateStore;
  open: (id: string) => void;
  /** Returns a function that acts on the open mail, or else on the focused mail. */
  onTarget: (act: (id: string) => void) => () => void;
  /** Leaves a mail whose problem was solved. If the mail is open, opens a neighbour, or else the list. */
  leave: (id: string) => void;
};

/** Returns the state and functions that the list of a tab and its actions share. */
export function useProblemList(
  tab: 'incoming' | 'outgoing',
  rows: readonly { id: string }[],
  openId: string | undefined,
): ProblemList {
  const [rowState] = useState(createRowState);
  const navigate = useNavigate();
  // A live update may remove the solved problem before its action ends.
  const lastIndex = useLastIndex(rows, openId);
  const open = (id: string): void =>
    void (tab === 'incoming'
      ? navigate({ to: '/mail/problems/incoming/$mailId', params: { mailId: id } })
      : navigate({ to: '/mail/problems/outgoing/$deliveryId', params: { deliveryId: id } }));
  return {
    rowState,
    open,
    onTarget: act => () => {
      const { hasFocus, current } = rowState.read();
      const id = openId ?? (hasFocus ? current : null);
      if (id !== null) act(id);
    },
    leave: id => {
      if (id !== openId) return;
      const { next, previous } = findNeighbours(rows, id, lastIndex.current);
      const neighbour = next ?? previous;
      if (neighbour !== undefined) open(neighbour);
      else void navigate({ to: tab === 'incoming' ? '/mail/problems' : '/mail/problems/outgoing' });
    },
  };
}
