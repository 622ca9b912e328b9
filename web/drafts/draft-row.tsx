import type { ReactNode } from 'react';
import { cutText } from '#contract/cut-text';
import { CopyButton } from '../ui/copy-button.tsx';
import { DiscardButton } from '../ui/discard-button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import css from './drafts.module.css';

type DraftRowProps = {
  icon: IconName;
  /** A link to the draft, or its name if it cannot be opened. */
  title: ReactNode;
  kind: ReactNode;
  text: string;
  /** The draft's name within a sentence: `the reply to #1042`. */
  label: string;
  /** In milliseconds since 1970; 0 if unknown. */
  changedAt: number;
  onDiscard: () => void;
};

const excerptLength = 300;

/** A draft with an excerpt. Its text can be copied, in case the draft cannot be opened. */
export function DraftRow({ icon, title, kind, text, label, changedAt, onDiscard }: DraftRowProps) {
  return (
    <li className={css.row}>
      <span className={css.icon}>
        <Icon name={icon} />
      </span>
      <div className={css.text}>
        <h2 className="truncate" dir="auto">
          {title}
        </h2>
        <p className="truncate" dir="auto">
          {cutText(text, excerptLength)}
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
        <CopyButton text={text} subject={label} />
        <DiscardButton label={label} onDiscard={onDiscard} />
      </span>
    </li>
  );
}
