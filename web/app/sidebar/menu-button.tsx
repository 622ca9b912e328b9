import { useUnreadCount } from '../../notifications/unread.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './sidebar.module.css';
import { useSidebar } from './sidebar-context.tsx';

/** Opens the sidebar on narrow screens. A dot shows that there are unread notifications. */
export function MenuButton() {
  const { show } = useSidebar();
  const unread = useUnreadCount();
  return (
    <button
      type="button"
      className={`icon-button ${css.menu}`}
      aria-label={unread ? `Menu, ${unread} unread` : 'Menu'}
      data-unread={unread || undefined}
      onClick={show}
    >
      <Icon name="menu" />
    </button>
  );
}
