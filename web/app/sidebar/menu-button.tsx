import { Icon } from '../../ui/icon.tsx';
import css from './sidebar.module.css';
import { useSidebar } from './sidebar-context.tsx';

/** Opens the sidebar on narrow screens. */
export function MenuButton() {
  const { show } = useSidebar();
  return (
    <button type="button" className={`icon-button ${css.menu}`} aria-label="Menu" onClick={show}>
      <Icon name="menu" />
    </button>
  );
}
