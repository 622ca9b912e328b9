import type { ReactNode } from 'react';
import css from './dialog.module.css';

/** The buttons of a dialog; an error message between them has its own line. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <footer className={css.footer}>{children}</footer>
);
