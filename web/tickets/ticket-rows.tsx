import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { sameFilter, type TicketFilter } from './filter.ts';
import type { TicketRow as Row } from './queries.ts';
import { RowSkeleton } from './row-skeletons.tsx';
import { TicketRow } from './ticket-row.tsx';
import css from './ticket-rows.module.css';
import { useRowKeys } from './use-row-keys.ts';

type TicketRowsProps = {
  rows: readonly Row[];
  filter: TicketFilter;
  openId: string | undefined;
  /** True while these still are the rows of the filter before. */
  stale: boolean;
  more: boolean;
  failed: boolean;
  readMore: () => void;
};

/** Pixels; a finger needs more of them. */
const rowHeight = { pointer: 64, finger: 68 };
const rowsAhead = 10;

/** The rows that are in view, out of as many as there are; further ones are read before the end is reached. */
export function TicketRows({ rows, filter, openId, stale, more, failed, readMore }: TicketRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false });
  const height = narrow ? rowHeight.finger : rowHeight.pointer;
  const virtual = useVirtualizer({
    count: rows.length + (more ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: index => rows[index]?.id ?? 'more',
    overscan: rowsAhead,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes are asked anew when their rule changes
  useEffect(() => virtual.measure(), [height]);

  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && !stale && !failed && lastShown >= rows.length - 1) readMore();
  });

  useTopOf(filter, stale, scroller);
  useRowKeys({ rows, filter, openId, showRow: index => virtual.scrollToIndex(index), scroller });
  return (
    <div ref={scroller} className={css.scroller} data-stale={stale || undefined}>
      <ul className={css.rows} style={{ height: virtual.getTotalSize() }} aria-label="Tickets" aria-busy={stale}>
        {items.map(({ key, index, start }) => {
          const row = rows[index];
          return (
            <li
              key={key}
              style={{ height, transform: `translateY(${start}px)` }}
              aria-setsize={more ? -1 : rows.length}
              aria-posinset={index + 1}
            >
              {row ? (
                <TicketRow row={row} filter={filter} open={row.id === openId} />
              ) : (
                <MoreRow failed={failed} retry={readMore} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Another list begins at its top; the one before may have been read far down. */
function useTopOf(filter: TicketFilter, stale: boolean, scroller: RefObject<HTMLElement | null>): void {
  const shown = useRef(filter);
  useLayoutEffect(() => {
    if (stale || sameFilter(shown.current, filter)) return;
    shown.current = filter;
    scroller.current?.scrollTo({ top: 0 });
  }, [filter, stale, scroller]);
}

function MoreRow({ failed, retry }: { failed: boolean; retry: () => void }) {
  if (!failed) return <RowSkeleton />;
  return (
    <div className={css.more}>
      More tickets could not be read.
      <button type="button" className="button" onClick={retry}>
        Retry
      </button>
    </div>
  );
}
