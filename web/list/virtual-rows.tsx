import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { describeError } from '../describe-error.ts';
import { NoticeRoom } from '../notices/notice-room.tsx';
import { useStore } from '../store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import type { RowRange } from './drawn-range.ts';
import { type RowActions, RowActionsContext } from './row-actions.ts';
import { beginList, createRowMarks, type RowMarks, RowMarksContext } from './row-marks.ts';
import { RowSkeleton } from './row-skeletons.tsx';
import { useDrawnRows } from './use-drawn-rows.ts';
import { useEndOfList } from './use-end-of-list.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRowHeight } from './use-row-height.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useScrollPlace } from './use-scroll-place.ts';
import { useSelection } from './use-selection.ts';
import css from './virtual-rows.module.css';

type VirtualRowsProps<Row> = {
  /** What the rows are, in words: "Tickets". */
  label: string;
  rows: readonly Row[];
  /** Which list it is: another one begins at its top, with nothing selected. */
  list: string;
  /** Grows when the list is to be seen from its top again. */
  taken?: number;
  openId: string | undefined;
  /** Opens a row's thing; Enter and, while one is open, j and k do it. */
  open: (id: string) => void;
  /** True while these still are the rows of the list before. */
  stale: boolean;
  more: boolean;
  /** Why further ones could not be read; null where nothing says so. */
  failure: unknown;
  readMore: () => void;
  /** Hears which rows are drawn, whenever these are others. */
  onShow?: (ids: readonly string[]) => void;
  /** What is known of single rows, where others want to know it too. */
  marks?: RowMarks;
  /** Whether rows can be selected. */
  selectable?: boolean;
  /** One row; what takes its focus says its id as `data-row`. */
  children: (row: Row) => ReactNode;
};

const rowsAhead = 10;

/** The rows that are in view, out of as many as there are; further ones are read before the end is reached. */
export function VirtualRows<Row extends { id: string }>(props: VirtualRowsProps<Row>) {
  const { label, rows, list, openId, open, stale, more, failure, readMore, selectable = false, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [own] = useState(createRowMarks);
  const marks = props.marks ?? own;
  const height = useRowHeight();
  const place = useRef(-1);
  const count = rows.length + (more ? 1 : 0);
  useScrollPlace({ list, taken: props.taken ?? 0, stale, scroller });
  const { showRow, ...drawn } = useDrawnRows({ scroller, count, height });

  useEffect(() => {
    if (more && !stale && failure === null && drawn.end + rowsAhead > rows.length) readMore();
  });

  useShown(rows, drawn, props.onShow);
  useLayoutEffect(() => beginList(marks, list), [marks, list]);
  const readTop = (): number => Math.ceil((scroller.current?.scrollTop ?? 0) / height);
  const focus = useRowFocus({ rows, list, stale, openId, marks, place, showRow, scroller, readTop });
  const select = useSelection({ rows, openId, marks, focus, selectable });
  const rowsInView = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
  const end = useEndOfList({ label, rows, more, failure, marks, focus, select });
  const hearKey = useRowKeys({ rows, openId, open, focus, rowsInView, end, select });
  const selecting = useStore(marks, ({ selection }) => selection.ids.size > 0);
  const actions = useSteady({ open, select });
  const draw = useMemo(() => drawingOf(rows, children), [rows, children]);
  const drawMore = () => <MoreRow what={label.toLowerCase()} failure={failure} retry={readMore} />;

  return (
    <RowMarksContext value={marks}>
      <RowActionsContext value={actions}>
        <div
          ref={scroller}
          className={css.scroller}
          onWheel={end.stop}
          onPointerDown={end.stop}
          data-stale={stale || undefined}
          data-selecting={selecting || undefined}
        >
          <ul
            className={css.rows}
            style={{ height: count * height }}
            aria-label={label}
            aria-busy={stale}
            onKeyDown={hearKey}
            onFocus={focus.onFocus}
            onBlur={focus.onBlur}
          >
            {indexesOf(drawn, count, place.current).map(index => (
              <PlacedRow
                key={rows[index]?.id ?? 'more'}
                {...{ index, height }}
                size={more ? -1 : rows.length}
                draw={index < rows.length ? draw : drawMore}
              />
            ))}
          </ul>
          <NoticeRoom under="list" />
        </div>
      </RowActionsContext>
    </RowMarksContext>
  );
}

/** Draws the row of an index. */
type Draw = (index: number) => ReactNode;

const drawingOf =
  <Row,>(rows: readonly Row[], children: (row: Row) => ReactNode): Draw =>
  index => {
    const row = rows[index];
    return row && children(row);
  };

type PlacedRowProps = { index: number; height: number; size: number; draw: Draw };

/** A row at its place. One that stays while others come into view is not drawn again. */
const PlacedRow = memo(function PlacedRow({ index, height, size, draw }: PlacedRowProps) {
  const place = { height, transform: `translateY(${index * height}px)` };
  return (
    <li style={place} aria-setsize={size} aria-posinset={index + 1}>
      {draw(index)}
    </li>
  );
});

function useShown(
  rows: readonly { id: string }[],
  { first, end }: RowRange,
  onShow: VirtualRowsProps<never>['onShow'],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it hears of other rows, and is another function each time
  useEffect(() => onShow?.(rows.slice(first, end).map(({ id }) => id)), [rows, first, end]);
}

/** What is drawn, and what has the focus: that is never taken away, however far the list is scrolled. */
function indexesOf({ first, end }: RowRange, count: number, place: number): number[] {
  const drawn = Array.from({ length: Math.max(0, Math.min(end, count) - first) }, (_, index) => first + index);
  if (place < 0 || place >= count || drawn.includes(place)) return drawn;
  return [...drawn, place].toSorted((a, b) => a - b);
}

/** The same object from first to last, which does what the latest one says. */
function useSteady({ open, select }: RowActions): RowActions {
  const latest = useRef({ open, select });
  useLayoutEffect(() => {
    latest.current = { open, select };
  });
  const selectable = select !== null;
  return useMemo(
    () => ({
      open: id => latest.current.open(id),
      select: selectable ? (id, how) => latest.current.select?.(id, how) : null,
    }),
    [selectable],
  );
}

function MoreRow({ what, failure, retry }: { what: string; failure: unknown; retry: () => void }) {
  if (failure === null) return <RowSkeleton />;
  const told = `More ${what} could not be read`;
  return (
    <div className={css.more}>
      {told}.
      <span className={css.ways}>
        <button type="button" className="button" onClick={retry}>
          Retry
        </button>
        <CopyButton text={() => describeError(told, failure)} what="the details for whoever helps you" />
      </span>
    </div>
  );
}
