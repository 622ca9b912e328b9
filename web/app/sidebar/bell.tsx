import { Link } from '@tanstack/react-router';
import { useUnreadCount } from '../../notifications/unread.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './sidebar.module.css';

/** Link to the unread notifications, with their number. */
export function Bell() {
  const unread = useUnreadCount();
  const label = unread ? `Notifications, ${unread} unread` : 'Notifications';
  return (
    <Link
      to="/notifications"
      search={{ unread: 'true' }}
      className={css.bell}
      activeOptions={{ includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      aria-label={label}
      title={label}
    >
      <Icon name="bell" />
      {unread && <span className="number">{unread.length > 2 ? '99+' : unread}</span>}
    </Link>
  );
}
