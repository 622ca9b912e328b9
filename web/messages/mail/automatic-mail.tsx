import { type ReactNode, useEffect, useState } from 'react';
import type { Message } from '#contract';
import { cutText } from '#contract/cut-text';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import css from './mail-line.module.css';

type AutomaticMailProps = {
  message: Message;
  anchor: string;
  /** Whether the URL links to the message. */
  marked: boolean;
  /** The whole message. */
  children: ReactNode;
};

const excerptLength = 120;

/** Mail that a program sent, such as an out-of-office reply. Shows one line, which unfolds the message. */
export function AutomaticMail({ message, anchor, marked, children }: AutomaticMailProps) {
  const { author_name: author, created_at: at, body } = message;
  const [isOpen, setOpen] = useState(marked);
  useEffect(() => {
    if (marked) setOpen(true);
  }, [marked]);
  return (
    <div className={css.automatic}>
      <button
        type="button"
        id={isOpen ? undefined : anchor}
        aria-expanded={isOpen}
        onClick={() => setOpen(before => !before)}
      >
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={14} />
        <span>
          Automatic email from <bdi>{author}</bdi>
        </span>
        <Time at={at} as="when" />
        {!isOpen && (
          <bdi className={css.excerpt} aria-hidden="true">
            {cutText(body, excerptLength)}
          </bdi>
        )}
      </button>
      {isOpen && children}
    </div>
  );
}
