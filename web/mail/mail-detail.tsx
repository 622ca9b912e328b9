import type { ReactNode } from 'react';
import { ToastSpacer } from '../toasts/toast-spacer.tsx';
import css from './mail-detail.module.css';

type MailHeadingProps = { subject: string | null; children: ReactNode };

/** The subject of an open mail and the lines below it, such as its sender. */
export const MailHeading = ({ subject, children }: MailHeadingProps) => (
  <>
    <h1 className={css.heading} dir="auto">
      {subject || '(no subject)'}
    </h1>
    <dl className={css.facts}>{children}</dl>
  </>
);

/** One named value below the subject. Renders nothing without a value. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  ) : null;

/** The scrollable content of an open mail. */
export const MailBody = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
  <section className={css.page} aria-label="Content" tabIndex={0}>
    {children}
    <ToastSpacer under="page" />
  </section>
);
