import { Link } from '@tanstack/react-router';
import css from './notifications.module.css';
import type { NotificationFilter } from './queries.ts';
import { useUnreadCount } from './unread.ts';

/** Links to the unread notifications, and to all. */
export function NotificationTabs({ filter: { unread } }: { filter: NotificationFilter }) {
  const count = useUnreadCount();
  return (
    <nav className={css.tabs} aria-label="Notification lists">
      <Link
        to="/notifications"
        search={{ unread: 'true' }}
        activeOptions={{ exact: true }}
        aria-current={unread === 'true' ? 'page' : undefined}
      >
        Unread <span className="number">{count}</span>
      </Link>
      <Link
        to="/notifications"
        search={{}}
        activeOptions={{ exact: true }}
        aria-current={unread === undefined ? 'page' : undefined}
      >
        All
      </Link>
    </nav>
  );
}
