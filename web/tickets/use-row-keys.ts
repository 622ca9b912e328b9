import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import type { TicketFilter } from './filter.ts';
import { neighbours } from './neighbours.ts';
import type { TicketRow } from './queries.ts';

type RowKeys = {
  rows: readonly TicketRow[];
  filter: TicketFilter;
  openId: string | undefined;
  showRow: (index: number) => void;
  scroller: RefObject<HTMLElement | null>;
};

/** j, k and Enter: through the tickets when one is open, else through the rows, whose link then has the focus. */
export function useRowKeys({ rows, filter, openId, showRow, scroller }: RowKeys): void {
  const navigate = useNavigate();
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
        ?.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(row.id)}"]`)
        ?.focus({ preventScroll: true });
    });
  };
  const open = (ticketId: string | undefined): void => {
    if (ticketId !== undefined) void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: filter });
  };
  const { previous, next } = neighbours(rows, openId, place.current);

  useAction('list.next', () =>
    openId === undefined ? focusRow(Math.min(focused.current + 1, rows.length - 1)) : open(next),
  );
  useAction('list.previous', () =>
    openId === undefined ? focusRow(Math.max(focused.current - 1, 0)) : open(previous),
  );
  useAction('list.open', openId === undefined ? () => open(rows[Math.max(focused.current, 0)]?.id) : null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come later must not move the list under the pointer
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openId);
    if (index < 0) return;
    focused.current = index;
    showRow(index);
  }, [openId]);
}

/** Where in the list the open ticket is, or was before an edit took it out. */
function usePlace(rows: readonly TicketRow[], openId: string | undefined): RefObject<number> {
  const place = useRef(-1);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openId);
    if (index >= 0) place.current = index;
  }, [rows, openId]);
  return place;
}
