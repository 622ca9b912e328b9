import type { ReactNode } from 'react';
import css from './dialog.module.css';

/** The ways out of a dialog, along its lower edge; a complaint among them has a line of its own. */
export const DialogFoot = ({ children }: { children: ReactNode }) => <footer className={css.foot}>{children}</footer>;
