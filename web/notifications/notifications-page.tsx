import { useSearch } from '@tanstack/react-router';
import { MenuButton } from '../app/sidebar/menu-button.tsx';
import { useAction } from '../keyboard/use-action.ts';
import { PageTitle } from '../session/page-title.tsx';
import { Icon } from '../ui/icon.tsx';
import { KeyHint, useTitleWithKeys } from '../ui/key-hint.tsx';
import { useMarkAllRead } from './mark-notifications.ts';
import { NotificationList } from './notification-list.tsx';
import { NotificationTabs } from './notification-tabs.tsx';
import css from './notifications.module.css';

/** The notifications of the person, grouped by ticket. */
export function NotificationsPage() {
  const filter = useSearch({ from: '/desk/notifications' });
  return (
    <main className={css.page} id="content" tabIndex={-1}>
      <PageTitle>Notifications</PageTitle>
      <header className={css.head}>
        <MenuButton />
        <h1>Notifications</h1>
        <NotificationTabs filter={filter} />
        <MarkAllRead />
      </header>
      <div className={css.list}>
        <NotificationList filter={filter} />
      </div>
    </main>
  );
}

function MarkAllRead() {
  const { mutate, isPending } = useMarkAllRead();
  const markAll = isPending ? null : () => mutate();
  useAction('notification.read.all', markAll);
  const title = useTitleWithKeys('Mark all as read', 'Shift e');
  return (
    <button type="button" className="button" title={title} disabled={isPending} onClick={() => mutate()}>
      <Icon name="tick" size={14} />
      <span className={css.wide}>Mark all as read</span>
      <span className={css.wide}>
        <KeyHint keys="Shift e" />
      </span>
    </button>
  );
}
