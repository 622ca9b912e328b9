import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import css from './drafts.module.css';

type DraftRowProps = {
  icon: IconName;
  /** The way to it, or its name where there is no way any more. */
  title: ReactNode;
  /** What it is, in a few words. */
  kind: ReactNode;
  text: string;
  /** Where nothing leads to the text, it is here, whole and to be copied. `what` names it within a sentence. */
  left: { what: string } | null;
  /** In milliseconds since 1970; 0 where nobody knows. */
  keptAt: number;
  children: ReactNode;
};

const shownCharacters = 300;

/** A draft, with the beginning of its text and what can be done with it. */
export function DraftRow({ icon, title, kind, text, left, keptAt, children }: DraftRowProps) {
  return (
    <li className={css.row}>
      <span className={css.icon}>
        <Icon name={icon} />
      </span>
      <div className={css.words}>
        <h2 dir="auto">{title}</h2>
        <p dir="auto" data-whole={left !== null || undefined}>
          {left ? text : text.slice(0, shownCharacters)}
        </p>
        <p className={css.kind}>
          {kind}
          {keptAt > 0 && (
            <>
              {' · '}
              <Time at={new Date(keptAt).toISOString()} as="when" />
            </>
          )}
        </p>
      </div>
      <span className={css.ways}>
        {left && <CopyButton text={text} what={left.what} />}
        {children}
      </span>
    </li>
  );
}
