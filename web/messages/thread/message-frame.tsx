import type { ReactNode, Ref } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { formatExactTime } from '../../ui/format-time.ts';
import { Time } from '../../ui/time.tsx';
import css from './message-frame.module.css';

/** From the customer, to the customer, or internal. */
export type MessageKind = 'in' | 'out' | 'note';

const kindLabels: Readonly<Record<MessageKind, string>> = {
  in: 'From the customer',
  out: 'Reply',
  note: 'Internal note',
};

/** The last edit of a message; `editor` is null if unknown. */
export type EditInfo = { editor: string | null; at: string };

type MessageFrameProps = {
  /** URL hash and element id: `message-9`. Undefined for a message without a link, such as a queued message. */
  anchor?: string;
  kind: MessageKind;
  author: string;
  at: string;
  edited?: EditInfo | null;
  /** Whether the URL links to the message. */
  marked?: boolean;
  /** Actions menu in the header. */
  menu?: ReactNode;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** The frame of a message in a thread, with author, kind and time. */
export function MessageFrame({ anchor, kind, author, at, edited, marked, menu, ref, children }: MessageFrameProps) {
  return (
    <article
      ref={ref}
      id={anchor}
      tabIndex={-1}
      className={css.message}
      data-kind={kind}
      data-marked={marked || undefined}
      aria-label={`${kindLabels[kind]}, ${author}`}
    >
      <Avatar name={author} size={32} />
      <div className={css.bubble}>
        <header>
          <h2>
            <bdi>{author}</bdi>
          </h2>
          <span className={kind === 'in' ? 'visually-hidden' : css.kind}>{kindLabels[kind]}</span>
          {anchor === undefined ? (
            <Time at={at} as="when" className={css.when} />
          ) : (
            <a href={`#${anchor}`} className={css.when} data-exact={formatExactTime(Date.parse(at))}>
              <Time at={at} as="when" />
            </a>
          )}
          {edited && (
            <span className={css.when}>
              <span aria-hidden="true">· </span>edited
              {edited.editor !== null && (
                <>
                  {' by '}
                  <bdi>{edited.editor}</bdi>
                </>
              )}{' '}
              <Time at={edited.at} as="when" />
            </span>
          )}
          {menu}
        </header>
        {children}
      </div>
    </article>
  );
}
