import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';
import css from './rail.module.css';

type RailLinkProps = {
  icon: IconName;
  name: string;
  count?: string | undefined;
  starred?: boolean;
  /** Stands for it where only the icon has room, and icons are alike. */
  letter?: string | undefined;
  /** What else there is to know of it. */
  hint?: string | undefined;
};

/** The inside of a link in the rail. Its name stays readable as a hint where only the icon has room. */
export function RailLink({ icon, name, count, starred = false, letter, hint }: RailLinkProps): ReactNode {
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
      <span className={css.name} title={hint ? `${name}, ${hint}` : undefined}>
        <bdi>{name}</bdi>
        {hint && <span className="visually-hidden">({hint})</span>}
      </span>
      {count !== undefined && <span className={`${css.count} number`}>{count}</span>}
    </>
  );
}
