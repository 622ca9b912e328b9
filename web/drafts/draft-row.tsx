import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import css from './drafts.module.css';

type DraftRowProps = {
  icon: IconName;
  /** A link to the draft, or its name if it cannot be opened. */
  title: ReactNode;
  kind: ReactNode;
  text: string;
  /** If the draft cannot be opened, its whole text is shown with a copy button. `what` names it within a sentence. */
  copyOnly: { what: string } | null;
  /** In milliseconds since 1970; 0 if unknown. */
  changedAt: number;
  children: ReactNode;
};

const excerptCharacters = 300;

/** A draft with an excerpt and its actions. */
export function DraftRow({ icon, title, kind, text, copyOnly, changedAt, children }: DraftRowProps) {
  return (
    <li className={css.row}>
      <span className={css.icon}>
        <Icon name={icon} />
      </span>
      <div className={css.text}>
        <h2 dir="auto">{title}</h2>
        <p dir="auto" data-whole={copyOnly !== null || undefined}>
          {copyOnly ? text : text.slice(0, excerptCharacters)}
        </p>
        <p className={css.kind}>
          {kind}
          {changedAt > 0 && (
            <>
              {' · '}
              <Time at={new Date(changedAt).toISOString()} as="when" />
            </>
          )}
        </p>
      </div>
      <span className={css.actions}>
        {copyOnly && <CopyButton text={text} what={copyOnly.what} />}
        {children}
      </span>
    </li>
  );
}
