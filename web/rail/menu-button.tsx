import { Icon } from '../ui/icon.tsx';
import css from './rail.module.css';
import { useRail } from './rail-open.tsx';

/** Opens the sidebar on narrow screens. */
export function MenuButton() {
  const { show } = useRail();
  return (
    <button type="button" className={`icon-button ${css.menu}`} aria-label="Menu" onClick={show}>
      <Icon name="menu" />
    </button>
  );
}
