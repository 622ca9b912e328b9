import { memo } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { Time } from '../ui/time.tsx';
import { Markdown } from './markdown.tsx';
import css from './message.module.css';

/** From the customer, to the customer, or among colleagues. */
type Kind = 'in' | 'out' | 'note';

const kindWords: Readonly<Record<Kind, string>> = { in: 'From the customer', out: 'Reply', note: 'Internal note' };

type MessageProps = { kind: Kind; author: string; at: string; body: string };

/** One message of a thread; its body is markdown. */
export const Message = memo(function Message({ kind, author, at, body }: MessageProps) {
  return (
    <article className={css.message} data-kind={kind}>
      <Avatar name={author} size={32} />
      <div className={css.bubble}>
        <header>
          <h2>{author}</h2>
          <span className={kind === 'in' ? 'visually-hidden' : css.kind}>{kindWords[kind]}</span>
          <Time at={at} as="when" className={css.when} />
        </header>
        <div className={css.body}>
          <Markdown text={body} />
        </div>
      </div>
    </article>
  );
});
