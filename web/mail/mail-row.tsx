import type { ReactNode } from 'react';
import { RowLink } from '../list/row-link.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import css from './mail-row.module.css';

type MailRowProps = {
  id: string;
  href: string;
  open: boolean;
  removed: boolean;
  icon: IconName;
  /** True for mail that failed. */
  hasFailed?: boolean;
  subject: string | null;
  /** Time of arrival, capture or creation. */
  at: string;
  /** The second line. */
  children: ReactNode;
};

/** A row of a list of mail. */
export const MailRow = ({ id, href, open, removed, icon, hasFailed = false, subject, at, children }: MailRowProps) => (
  <RowLink id={id} href={href} open={open} className={css.row} awaitsReply={false}>
    <span className={css.icon} data-failed={hasFailed || undefined}>
      <Icon name={icon} size={14} />
    </span>
    <span className={`${css.subject} truncate`} data-removed={removed || undefined} dir="auto">
      {subject || '(no subject)'}
      {removed && <span className="visually-hidden"> (no longer in this list)</span>}
    </span>
    <Time at={at} as="age" className={`${css.age} number`} />
    <span className={css.line}>{children}</span>
  </RowLink>
);

/** The sender or the recipients of a mail, at the start of the second line. */
export const RowName = ({ children }: { children: ReactNode }) => (
  <span className={`${css.name} truncate`} dir="auto">
    {children}
  </span>
);

/** Why a mail is in the list. */
export const RowReason = ({ hasFailed, children }: { hasFailed: boolean; children: ReactNode }) => (
  <span className={`${css.reason} truncate`} data-failed={hasFailed || undefined}>
    {children}
  </span>
);

/** The right end of the second line. */
export const RowEnd = ({ children }: { children: ReactNode }) => (
  <span className={`${css.end} number truncate`}>{children}</span>
);
