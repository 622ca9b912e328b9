import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { describeError } from '../api-client/describe-error.ts';
import { useStore } from '../storage/observable-store.ts';
import { ToastSpacer } from '../toasts/toast-spacer.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { useLatest } from '../ui/use-latest.ts';
import type { PagingProps } from './paging-props.ts';
import type { RowRange } from './rendered-range.ts';
import { type RowActions, RowActionsContext } from './row-actions.ts';
import { RowSkeleton } from './row-skeletons.tsx';
import { createRowState, RowStateContext, type RowStateStore, resetRowState } from './row-state.ts';
import { useEndOfList } from './use-end-of-list.ts';
import { useRenderedRows } from './use-rendered-rows.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRowHeight } from './use-row-height.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useSelection } from './use-selection.ts';
import css from './virtual-rows.module.css';

type VirtualRowsProps<Row> = PagingProps & {
  /** A name for the rows: "Tickets". */
  label: string;
  rows: readonly Row[];
  /** Identifies the list: a different list starts at its top with nothing selected. */
  list: string;
  /** Incremented to scroll the list to its top. */
  refreshCount?: number;
  openId: string | undefined;
  /** Opens a row, on a click or Enter. While a row is open, also on j and k. */
  open: (id: string) => void;
  /** Called with the ids of the rendered rows whenever they change. */
  onShow?: (ids: readonly string[]) => void;
  /** The state of the rows, if other components share it. */
  rowState?: RowStateStore;
  selectable?: boolean;
  /** Renders one row. The focusable element of the row has the row's id in `data-row`. */
  children: (row: Row) => ReactNode;
};

const rowsAhead = 10;

/** Virtualized list. Loads the next page before the end is reached. */
export function VirtualRows<Row extends { id: string }>(props: VirtualRowsProps<Row>) {
  const { label, rows, list, openId, open, isStale, hasMore, failure, loadMore, selectable = false, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [ownState] = useState(createRowState);
  const rowState = props.rowState ?? ownState;
  const height = useRowHeight();
  const position = useRef(-1);
  const count = rows.length + (hasMore ? 1 : 0);
  useScrollRestoration({ list, refreshCount: props.refreshCount ?? 0, isStale, scroller });
  const { showRow, ...rendered } = useRenderedRows({ scroller, count, height });

  useEffect(() => {
    if (hasMore && !isStale && failure === null && rendered.end + rowsAhead > rows.length) loadMore();
  });

  useReportRendered(rows, rendered, props.onShow);
  useLayoutEffect(() => resetRowState(rowState, list), [rowState, list]);
  const getFirstVisibleIndex = (): number => Math.ceil((scroller.current?.scrollTop ?? 0) / height);
  const focus = useRowFocus({
    ...{ rows, list, isStale, openId, rowState, position, showRow, scroller, getFirstVisibleIndex },
  });
  const select = useSelection({ rows, openId, rowState, focus, selectable });
  const getPageStep = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
  const end = useEndOfList({ label, rows, hasMore, failure, rowState, focus, select });
  const onKeyDown = useRowKeys({ rows, openId, open, focus, getPageStep, end, select });
  const hasSelection = useStore(rowState, ({ selection }) => selection.ids.size > 0);
  const actions = useStableActions({ open, select });
  const render = useMemo(() => createRenderer(rows, children), [rows, children]);
  const renderMore = () => <MoreRow label={label.toLowerCase()} failure={failure} retry={loadMore} />;

  return (
    <RowStateContext value={rowState}>
      <RowActionsContext value={actions}>
        <div
          ref={scroller}
          className={css.scroller}
          onWheel={end.stop}
          onPointerDown={end.stop}
          data-stale={isStale || undefined}
          data-selecting={hasSelection || undefined}
        >
          <ul
            className={css.rows}
            style={{ height: count * height }}
            aria-label={label}
            aria-busy={isStale}
            onKeyDown={onKeyDown}
            onFocus={focus.onFocus}
            onBlur={focus.onBlur}
          >
            {getIndexes(rendered, count, position.current).map(index => (
              <PositionedRow
                key={rows[index]?.id ?? 'more'}
                {...{ index, height }}
                size={hasMore ? -1 : rows.length}
                render={index < rows.length ? render : renderMore}
              />
            ))}
          </ul>
          <ToastSpacer under="list" />
        </div>
      </RowActionsContext>
    </RowStateContext>
  );
}

type RenderRow = (index: number) => ReactNode;

const createRenderer =
  <Row,>(rows: readonly Row[], children: (row: Row) => ReactNode): RenderRow =>
  index => {
    const row = rows[index];
    return row && children(row);
  };

type PositionedRowProps = { index: number; height: number; size: number; render: RenderRow };

/** A positioned row. Memoized, so that scrolling renders only new rows. */
const PositionedRow = memo(function PositionedRow({ index, height, size, render }: PositionedRowProps) {
  const position = { height, transform: `translateY(${index * height}px)` };
  return (
    <li style={position} aria-setsize={size} aria-posinset={index + 1}>
      {render(index)}
    </li>
  );
});

function useReportRendered(
  rows: readonly { id: string }[],
  { first, end }: RowRange,
  onShow: VirtualRowsProps<never>['onShow'],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: onShow is a new function on each render
  useEffect(() => onShow?.(rows.slice(first, end).map(({ id }) => id)), [rows, first, end]);
}

/** Returns the indexes of the rows to render: the range and always the current row. */
function getIndexes({ first, end }: RowRange, count: number, position: number): number[] {
  const rendered = Array.from({ length: Math.max(0, Math.min(end, count) - first) }, (_, index) => first + index);
  if (position < 0 || position >= count || rendered.includes(position)) return rendered;
  return [...rendered, position].toSorted((a, b) => a - b);
}

/** Returns a stable object that calls the latest actions. */
function useStableActions({ open, select }: RowActions): RowActions {
  const latest = useLatest({ open, select });
  const selectable = select !== null;
  return useMemo(
    () => ({
      open: id => latest.current.open(id),
      select: selectable ? (id, how) => latest.current.select?.(id, how) : null,
    }),
    [selectable],
  );
}

function MoreRow({ label, failure, retry }: { label: string; failure: unknown; retry: () => void }) {
  if (failure === null) return <RowSkeleton />;
  const title = `Couldn’t load more ${label}`;
  return (
    <div className={css.more}>
      {title}.
      <span className={css.actions}>
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
        <CopyButton text={() => describeError(title, failure)} subject="the error details" />
      </span>
    </div>
  );
}
