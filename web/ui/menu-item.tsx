import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { KeyHint } from './key-hint.tsx';
import css from './menu-item.module.css';

type MenuItemProps = {
  icon: IconName;
  /** Shortcut of the same action. */
  keys?: string;
  dangerous?: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
};

/** A menu item that runs an action. */
export function MenuItem({ icon, keys, dangerous = false, disabled, onChoose, children }: MenuItemProps) {
  return (
    <button
      type="button"
      className={css.item}
      data-dangerous={dangerous || undefined}
      disabled={disabled}
      onClick={onChoose}
    >
      <Icon name={icon} size={14} />
      <span>{children}</span>
      {keys && <KeyHint keys={keys} />}
    </button>
  );
}

type MenuLinkProps = { icon: IconName; href: string; onChoose: () => void; children: ReactNode };

/** A menu item that opens an external page in a new tab. */
export function MenuLink({ icon, href, onChoose, children }: MenuLinkProps) {
  return (
    <a className={css.item} href={href} target="_blank" rel="noopener" onClick={onChoose}>
      <Icon name={icon} size={14} />
      <span>{children}</span>
      <Icon name="external" size={12} />
    </a>
  );
}
