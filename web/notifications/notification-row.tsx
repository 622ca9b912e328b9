import { RowLink } from '../list/row-link.tsx';
import { useMailboxName } from '../mail/use-mailbox-name.ts';
import { usePersonName } from '../people/use-people.ts';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import { describeNotification, notificationIcons } from './describe-notification.ts';
import css from './notification-row.module.css';
import type { ListedNotification } from './queries.ts';

type NotificationRowProps = {
  notification: ListedNotification;
  href: string;
  /** Whether the notification is the last of its group. A line separates the groups. */
  isLast: boolean;
  /** Marks the notification as read or unread. */
  toggle: () => void;
};

/** A notification in the list, with a dot while it is unread. */
export function NotificationRow({ notification, href, isLast, toggle }: NotificationRowProps) {
  const {
    id,
    kind,
    cause,
    ticket_id: ticketId,
    ticket_subject: subject,
    read_at: readAt,
    created_at: at,
  } = notification;
  const names = { personName: usePersonName(), mailboxName: useMailboxName() };
  const { before, name, after } = describeNotification(notification, names);
  const isUnread = readAt === null;
  return (
    <div className={css.item} data-unread={isUnread || undefined} data-last={isLast || undefined}>
      <RowLink id={id} href={href} open={false} className={css.row} awaitsReply={false}>
        <span className={css.icon} data-failed={kind === 'delivery_failed' || undefined}>
          <Icon name={notificationIcons[kind]} size={14} />
        </span>
        <span className={`${css.sentence} truncate`}>
          {isUnread && <span className="visually-hidden">Unread: </span>}
          {before}
          <bdi>{name}</bdi>
          {after}
        </span>
        <Time at={at} as="age" className={`${css.age} number`} />
        <span className={css.line}>
          {ticketId !== null ? (
            <span className="number">#{ticketId}</span>
          ) : cause === 'loop_held' || cause === 'answer_held' ? (
            'Mail problems'
          ) : (
            'Settings'
          )}
          <span className="truncate" dir="auto">
            {subject}
          </span>
        </span>
      </RowLink>
      <button
        type="button"
        className={`icon-button ${css.toggle}`}
        aria-label={isUnread ? 'Mark as read' : 'Mark as unread'}
        title={isUnread ? 'Mark as read' : 'Mark as unread'}
        tabIndex={-1}
        onClick={toggle}
      >
        <Icon name={isUnread ? 'tick' : 'bell'} size={14} />
      </button>
    </div>
  );
}
