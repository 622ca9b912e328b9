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
  /** For a draft that cannot be opened: the label of the button that copies it. The row then shows the whole text. */
  copyLabel: string | null;
  /** In milliseconds since 1970; 0 if unknown. */
  changedAt: number;
  children: ReactNode;
};

const excerptCharacters = 300;

/** A draft with an excerpt and its actions. */
export function DraftRow({ icon, title, kind, text, copyLabel, changedAt, children }: DraftRowProps) {
  return (
    <li className={css.row}>
      <span className={css.icon}>
        <Icon name={icon} />
      </span>
      <div className={css.text}>
        <h2 className="truncate" dir="auto">
          {title}
        </h2>
        <p className="truncate" dir="auto" data-whole={copyLabel !== null || undefined}>
          {copyLabel !== null ? text : text.slice(0, excerptCharacters)}
        </p>
        <p className={`${css.kind} truncate`}>
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
        {copyLabel !== null && <CopyButton text={text} subject={copyLabel} />}
        {children}
      </span>
    </li>
  );
}
