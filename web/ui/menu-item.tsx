import { Icon, type IconName } from './icon.tsx';
import css from './menu-item.module.css';

type MenuItemProps = { icon: IconName; label: string; dangerous?: boolean; onChoose: () => void };

/** One thing to do, in a popup. */
export function MenuItem({ icon, label, dangerous = false, onChoose }: MenuItemProps) {
  return (
    <button type="button" className={css.item} data-dangerous={dangerous || undefined} onClick={onChoose}>
      <Icon name={icon} size={14} />
      {label}
    </button>
  );
}
