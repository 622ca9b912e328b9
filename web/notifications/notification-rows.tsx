import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import type { PagingProps } from '../list/paging-props.ts';
import { createRowState } from '../list/row-state.ts';
import { VirtualRows } from '../list/virtual-rows.tsx';
import { getTarget } from './get-target.ts';
import { groupByTicket } from './group-by-ticket.ts';
import { useMarkNotifications } from './mark-notifications.ts';
import { NotificationRow } from './notification-row.tsx';
import { type ListedNotification, pageSize } from './queries.ts';

type NotificationRowsProps = PagingProps & {
  notifications: readonly ListedNotification[];
  /** Identifies the list. */
  list: string;
  /** Incremented to scroll the list to its top. */
  refreshCount: number;
};

/** The rows of the list, grouped by ticket. `e` marks the focused row as read or unread. */
export function NotificationRows({ notifications, ...list }: NotificationRowsProps) {
  const groups = useMemo(() => groupByTicket(notifications, pageSize), [notifications]);
  const rows = useMemo(() => groups.flat(), [groups]);
  const lastRows = useMemo(() => new Set(groups.map(group => group.at(-1))), [groups]);
  const router = useRouter();
  const mark = useMarkNotifications();
  const [rowState] = useState(createRowState);
  const toggle = (row: ListedNotification): void => mark({ ids: [row.id], isRead: row.read_at === null });
  const withRow = (id: string | null, act: (row: ListedNotification) => void): void => {
    const row = rows.find(each => each.id === id);
    if (row) act(row);
  };
  const open = (row: ListedNotification): void => {
    // An opened ticket marks its notifications as read.
    if (row.ticket_id === null && row.read_at === null) toggle(row);
    void router.navigate(getTarget(row));
  };
  useAction('notification.read', () => {
    const { hasFocus, current } = rowState.read();
    withRow(hasFocus ? current : null, toggle);
  });
  return (
    <VirtualRows
      {...list}
      label="Notifications"
      rows={rows}
      openId={undefined}
      open={id => withRow(id, open)}
      rowState={rowState}
    >
      {row => (
        <NotificationRow
          notification={row}
          href={router.buildLocation(getTarget(row)).href}
          isLast={lastRows.has(row)}
          toggle={() => toggle(row)}
        />
      )}
    </VirtualRows>
  );
}
