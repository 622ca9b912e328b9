import { useState } from 'react';
import type { OwnChanges } from './own-changes.ts';
import { type SteadyRows, toSteadyRows, updateSteadyRows } from './steady-rows.ts';

type Shown<Row> = { list: string; listed: readonly Row[]; refreshCount: number; steady: SteadyRows<Row> };

/**
 * Returns the rows to show while other people change the list. Rows stay in their positions until `showChanges`. A
 * different list, or a list without shown rows, is shown as loaded.
 *
 * @param list identifies the list
 * @param listed its rows as last loaded; a new array means new data
 * @param own the person's own changes; their rows may move
 */
export function useSteadyList<Row extends { id: string }>(list: string, listed: readonly Row[], own: OwnChanges) {
  const [shown, setShown] = useState<Shown<Row>>(() => ({
    list,
    listed,
    refreshCount: 0,
    steady: toSteadyRows(listed),
  }));
  let current = shown;
  if (shown.list !== list || shown.listed !== listed) {
    const showsAll = shown.list !== list || shown.steady.rows.length === 0;
    const { rows, removed } = shown.steady;
    // Rows that had already left the list stay visible. They can then show a failed change.
    const ownIds = new Set([...own.getIds()].filter(id => !removed.has(id)));
    const steady = showsAll ? toSteadyRows(listed) : updateSteadyRows(rows, listed, ownIds);
    current = { ...shown, list, listed, steady };
    setShown(current);
  }
  /** Shows all pending changes, and increments `refreshCount`. */
  const showChanges = (): void =>
    setShown({ list, listed, refreshCount: current.refreshCount + 1, steady: toSteadyRows(listed) });
  return { ...current.steady, showChanges, refreshCount: current.refreshCount };
}
