import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { RowSkeleton } from './row-skeletons.tsx';
import { useRowKeys } from './use-row-keys.ts';
import css from './virtual-rows.module.css';

type VirtualRowsProps<Row> = {
  /** What the rows are, in words: "Tickets". */
  label: string;
  rows: readonly Row[];
  /** Which list it is: another one begins at its top. */
  list: string;
  openId: string | undefined;
  /** Opens a row's thing; Enter and, while one is open, j and k do it. */
  open: (id: string) => void;
  /** True while these still are the rows of the list before. */
  stale: boolean;
  more: boolean;
  failed: boolean;
  readMore: () => void;
  /** One row; what takes its focus says its id as `data-row`. */
  children: (row: Row) => ReactNode;
};

/** Pixels; a finger needs more of them. */
const rowHeight = { pointer: 64, finger: 68 };
const rowsAhead = 10;

/** The rows that are in view, out of as many as there are; further ones are read before the end is reached. */
export function VirtualRows<Row extends { id: string }>({
  label,
  rows,
  list,
  openId,
  open,
  stale,
  more,
  failed,
  readMore,
  children,
}: VirtualRowsProps<Row>) {
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

  useTopOf(list, stale, scroller);
  useRowKeys({ rows, openId, open, showRow: index => virtual.scrollToIndex(index), scroller });
  return (
    <div ref={scroller} className={css.scroller} data-stale={stale || undefined}>
      <ul className={css.rows} style={{ height: virtual.getTotalSize() }} aria-label={label} aria-busy={stale}>
        {items.map(({ key, index, start }) => {
          const row = rows[index];
          return (
            <li
              key={key}
              style={{ height, transform: `translateY(${start}px)` }}
              aria-setsize={more ? -1 : rows.length}
              aria-posinset={index + 1}
            >
              {row ? children(row) : <MoreRow what={label.toLowerCase()} failed={failed} retry={readMore} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Another list begins at its top; the one before may have been read far down. */
function useTopOf(list: string, stale: boolean, scroller: RefObject<HTMLElement | null>): void {
  const shown = useRef(list);
  useLayoutEffect(() => {
    if (stale || shown.current === list) return;
    shown.current = list;
    scroller.current?.scrollTo({ top: 0 });
  }, [list, stale, scroller]);
}

function MoreRow({ what, failed, retry }: { what: string; failed: boolean; retry: () => void }) {
  if (!failed) return <RowSkeleton />;
  return (
    <div className={css.more}>
      More {what} could not be read.
      <button type="button" className="button" onClick={retry}>
        Retry
      </button>
    </div>
  );
}
