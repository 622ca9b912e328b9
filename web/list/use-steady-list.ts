import { useState } from 'react';
import type { OwnChanges } from './own-changes.ts';
import { asListed, keepSteady, type SteadyRows } from './steady-rows.ts';

type SteadyList<Row> = SteadyRows<Row> & {
  /** Shows the list as it is now. */
  takeIn: () => void;
  /** Grows with every time that it was taken in. */
  taken: number;
};

type Shown<Row> = { list: string; listed: readonly Row[]; taken: number; steady: SteadyRows<Row> };

/**
 * The rows to show of a list that others change: where they were, until it is taken in. Another list, and one of which
 * nothing is shown, is shown as it is.
 *
 * @param list which list it is
 * @param listed its rows as they were read last, the same array as long as they are
 * @param own which of them the person changed: they go where they belong
 */
export function useSteadyList<Row extends { id: string }>(
  list: string,
  listed: readonly Row[],
  own: OwnChanges,
): SteadyList<Row> {
  const [shown, setShown] = useState<Shown<Row>>(() => ({ list, listed, taken: 0, steady: asListed(listed) }));
  let current = shown;
  if (shown.list !== list || shown.listed !== listed) {
    const isOther = shown.list !== list || shown.steady.rows.length === 0;
    const steady = isOther ? asListed(listed) : keepSteady(shown.steady.rows, listed, own.read());
    current = { ...shown, list, listed, steady };
    setShown(current);
  }
  const takeIn = (): void => setShown({ list, listed, taken: current.taken + 1, steady: asListed(listed) });
  return { ...current.steady, takeIn, taken: current.taken };
}
