import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import css from './state.module.css';

export function EmptyState({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className={css.state}>
      <Icon name={icon} size={28} className={css.icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
