import type { ReactNode } from 'react';
import css from './people.module.css';

/** One kind of access of a person, with the buttons that change it. */
export const AccessRow = ({ title, about, children }: { title: string; about: string; children?: ReactNode }) => (
  <div className={css.access}>
    <div>
      <h3>{title}</h3>
      <p>{about}</p>
    </div>
    <div className={css.actions}>{children}</div>
  </div>
);
