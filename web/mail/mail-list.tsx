import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OwnChanges } from '../list/own-changes.ts';
import { toPagingProps } from '../list/paging-props.ts';
import { PendingChanges } from '../list/pending-changes.tsx';
import { RowSkeletons } from '../list/row-skeletons.tsx';
import type { RowStateStore } from '../list/row-state.ts';
import { useSteadyList } from '../list/use-steady-list.ts';
import { VirtualRows } from '../list/virtual-rows.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { formatCount } from '../ui/format-count.ts';

type MailListProps<Row> = {
  /** A name for the rows: "Captured mail". */
  label: string;
  list: UseInfiniteQueryResult<Row[]>;
  own: OwnChanges;
  /** The state of the rows, if other components share it. */
  rowState?: RowStateStore;
  openId: string | undefined;
  open: (id: string) => void;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Renders one row. `removed` is true if the row has left the list but is still shown. */
  children: (row: Row, removed: boolean) => ReactNode;
};

const noRows: readonly never[] = [];

/** A list of mail, or its loading, error or empty state. */
export function MailList<Row extends { id: string }>(props: MailListProps<Row>) {
  const { label, list, own, openId, open, empty, children, rowState } = props;
  const listed: readonly Row[] = list.data ?? noRows;
  // The first refetch replaces the rows of an earlier visit.
  const steady = useSteadyList(list.isFetchedAfterMount ? label : 'earlier visit', listed, own);
  const subject = label.toLowerCase();
  if (list.isPending) return <RowSkeletons subject={subject} count={8} />;
  if (list.isError && list.data === undefined) {
    return <ErrorState title={`Couldn’t load ${subject}`} error={list.error} retry={() => void list.refetch()} />;
  }
  if (steady.rows.length === 0 && !list.hasNextPage) return empty;
  const total = formatCount(listed.length, 'email');
  return (
    <>
      <PendingChanges total={list.hasNextPage ? null : total} {...steady} />
      <VirtualRows
        label={label}
        list={label}
        rows={steady.rows}
        refreshCount={steady.refreshCount}
        openId={openId}
        open={open}
        {...(rowState && { rowState })}
        {...toPagingProps(list)}
      >
        {row => children(row, steady.removed.has(row.id))}
      </VirtualRows>
    </>
  );
}
