import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import css from './sidebar.module.css';

type SidebarLinkProps = {
  icon: IconName;
  name: string;
  count?: string | undefined;
  starred?: boolean;
  /** Shown instead of the icon in the narrow sidebar, since several links share one icon. */
  letter?: string | undefined;
  /** Additional information: shown in the tooltip, and read by screen readers. */
  hint?: string | undefined;
};

/** Content of a sidebar link. The narrow sidebar shows the icon with the name as its title. */
export function SidebarLink({ icon, name, count, starred = false, letter, hint }: SidebarLinkProps): ReactNode {
  return (
    <>
      <span
        className={css.icon}
        data-starred={starred || undefined}
        data-letter={letter}
        title={hint ? `${name}, ${hint}` : name}
      >
        <Icon name={icon} />
      </span>
      <span className={`${css.name} truncate`} title={hint ? `${name}, ${hint}` : undefined}>
        <bdi>{name}</bdi>
        {hint && <span className="visually-hidden">({hint})</span>}
      </span>
      {count !== undefined && <span className={`${css.count} number`}>{count}</span>}
    </>
  );
}
