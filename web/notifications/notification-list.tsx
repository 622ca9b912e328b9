import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { stringifySearch } from '../api-client/search-params.ts';
import { toPagingProps } from '../list/paging-props.ts';
import { PendingChanges } from '../list/pending-changes.tsx';
import { RowSkeletons } from '../list/row-skeletons.tsx';
import { useSteadyList } from '../list/use-steady-list.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { formatCount } from '../ui/format-count.ts';
import { NotificationRows } from './notification-rows.tsx';
import { ownNotificationChanges } from './own-changes.ts';
import { type ListedNotification, type NotificationFilter, notificationList } from './queries.ts';

const noRows: readonly ListedNotification[] = [];

/** The notifications of a filter, or their loading, error or empty state. */
export function NotificationList({ filter }: { filter: NotificationFilter }) {
  const list = useInfiniteQuery(notificationList(filter));
  const listed = useMarkFilter(filter, list.data);
  const name = stringifySearch(filter);
  // The first refetch replaces the rows of an earlier visit.
  const steady = useSteadyList(list.isFetchedAfterMount ? name : `earlier ${name}`, listed, ownNotificationChanges);
  if (list.isPending) return <RowSkeletons subject="notifications" />;
  if (list.isError && list.data === undefined) {
    return <ErrorState title="Couldn’t load notifications" error={list.error} retry={() => void list.refetch()} />;
  }
  if (steady.rows.length === 0 && !list.hasNextPage) {
    return (
      <EmptyState icon="bell" title="You are up to date">
        <p>Mentions, assignments and replies on tickets that you watch appear here.</p>
      </EmptyState>
    );
  }
  const total = formatCount(listed.length, 'notification');
  return (
    <>
      <PendingChanges total={list.hasNextPage ? null : total} {...steady} />
      <NotificationRows
        list={name}
        notifications={steady.rows}
        refreshCount={steady.refreshCount}
        {...toPagingProps(list)}
      />
    </>
  );
}

/** Filters the rows by their current marks, before the list has been refetched. */
const useMarkFilter = ({ unread }: NotificationFilter, rows: readonly ListedNotification[] = noRows) =>
  useMemo(
    () => (unread === undefined ? rows : rows.filter(row => String(row.read_at === null) === unread)),
    [rows, unread],
  );
