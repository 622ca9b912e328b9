import { useState } from 'react';
import type { TicketRow } from '../queries.ts';
import { readOwnChanges } from './own-changes.ts';
import { asListed, keepSteady, type SteadyRows } from './steady-rows.ts';

type SteadyList = SteadyRows<TicketRow> & {
  /** Shows the list as it is now. */
  takeIn: () => void;
  /** Grows with every time that it was taken in. */
  taken: number;
};

type Shown = { list: string; listed: readonly TicketRow[]; taken: number; steady: SteadyRows<TicketRow> };

/**
 * The rows to show of a list that others change: where they were, until it is taken in. Another list, and one of which
 * nothing is shown, is shown as it is.
 *
 * @param list which list it is
 * @param listed its rows as they were read last
 */
export function useSteadyList(list: string, listed: readonly TicketRow[]): SteadyList {
  const [shown, setShown] = useState<Shown>(() => ({ list, listed, taken: 0, steady: asListed(listed) }));
  let current = shown;
  if (shown.list !== list || shown.listed !== listed) {
    const isOther = shown.list !== list || shown.steady.rows.length === 0;
    const steady = isOther ? asListed(listed) : keepSteady(shown.steady.rows, listed, readOwnChanges());
    current = { ...shown, list, listed, steady };
    setShown(current);
  }
  const takeIn = (): void => setShown({ list, listed, taken: current.taken + 1, steady: asListed(listed) });
  return { ...current.steady, takeIn, taken: current.taken };
}
