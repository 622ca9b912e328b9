import { type RefObject, useEffect, useRef } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import { neighbours } from './neighbours.ts';

type RowKeys = {
  rows: readonly { id: string }[];
  openId: string | undefined;
  open: (id: string) => void;
  showRow: (index: number) => void;
  scroller: RefObject<HTMLElement | null>;
};

/** j, k and Enter: through the things listed when one is open, else through the rows, whose link then has the focus. */
export function useRowKeys({ rows, openId, open, showRow, scroller }: RowKeys): void {
  const place = usePlace(rows, openId);
  const focused = useRef(-1);

  const focusRow = (index: number): void => {
    const row = rows[index];
    if (!row) return;
    focused.current = index;
    showRow(index);
    // The row is drawn once the list has scrolled to it.
    requestAnimationFrame(() => {
      scroller.current
        ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)
        ?.focus({ preventScroll: true });
    });
  };
  const openIf = (id: string | undefined): void => {
    if (id !== undefined) open(id);
  };
  const { previous, next } = neighbours(rows, openId, place.current);

  useAction('list.next', () =>
    openId === undefined ? focusRow(Math.min(focused.current + 1, rows.length - 1)) : openIf(next),
  );
  useAction('list.previous', () =>
    openId === undefined ? focusRow(Math.max(focused.current - 1, 0)) : openIf(previous),
  );
  useAction('list.open', openId === undefined ? () => openIf(rows[Math.max(focused.current, 0)]?.id) : null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come later must not move the list under the pointer
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openId);
    if (index < 0) return;
    focused.current = index;
    showRow(index);
  }, [openId]);
}

/** Where in the list what is open is, or was before an edit took it out. */
function usePlace(rows: readonly { id: string }[], openId: string | undefined): RefObject<number> {
  const place = useRef(-1);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openId);
    if (index >= 0) place.current = index;
  }, [rows, openId]);
  return place;
}
