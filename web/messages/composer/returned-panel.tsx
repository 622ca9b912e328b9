import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Markdown } from '../../markdown/markdown.tsx';
import { usePerson } from '../../session/person.ts';
import { Key } from '../../ui/key.tsx';
import type { Held } from '../drafts.ts';
import { newsAmong } from '../news.ts';
import { thread } from '../queries.ts';
import { Message } from '../thread/message.tsx';
import { listBlanks } from './blanks.ts';
import css from './composer.module.css';

type ReturnedPanelProps = {
  ticketId: string;
  returned: Held;
  /** The blanks that are left in it. */
  blanks: readonly string[];
  panel: Ref<HTMLElement>;
  onSend: () => void;
  onKeepWriting: () => void;
};

/** What the panel is called, and its two ways on. */
const words: Readonly<Record<Held['why'], { name: string; back: string; send: string }>> = {
  news: { name: 'Written meanwhile', back: 'Keep writing', send: 'Send anyway' },
  blanks: { name: 'Blanks left', back: 'Go back to the blank', send: 'Send anyway' },
  refused: { name: 'Not sent', back: 'Dismiss', send: 'Retry' },
};

/** Why a message was not sent, above its text, and what can be done: both can be done with the keyboard alone. */
export function ReturnedPanel({ ticketId, returned, blanks, panel, onSend, onKeepWriting }: ReturnedPanelProps) {
  const { name, back, send } = words[returned.why];
  const isBlank = returned.why === 'blanks';
  return (
    <section ref={panel} className={css.returned} data-why={returned.why} tabIndex={-1} aria-label={name}>
      <div role="alert">
        {returned.why === 'news' && <strong>Not sent yet: somebody wrote meanwhile</strong>}
        {isBlank && <strong>The reply still has {listBlanks(blanks)}</strong>}
        {returned.why === 'refused' && <Refusal returned={returned} />}
      </div>
      {returned.why === 'news' && <News ticketId={ticketId} since={returned.seenUntil} />}
      <footer>
        <button
          type="button"
          className={isBlank ? 'button primary' : 'button'}
          data-first={isBlank || undefined}
          onClick={onKeepWriting}
        >
          {back} <Key keys="Escape" />
        </button>
        <button type="button" className={isBlank ? 'button' : 'button primary'} onClick={onSend}>
          {returned.why !== 'refused' && returned.closes ? `${send} and close` : send} <Key keys="Mod Enter" />
        </button>
      </footer>
    </section>
  );
}

function Refusal({ returned: { reason, requestId } }: { returned: Extract<Held, { why: 'refused' }> }) {
  return (
    <>
      <strong>Not sent.</strong> {reason}
      {requestId !== null && (
        <small>
          Request <code>{requestId}</code>
        </small>
      )}
    </>
  );
}

/** The messages that others wrote since. */
function News({ ticketId, since }: { ticketId: string; since: string }) {
  const { id: readerId } = usePerson();
  const { data: messages = [] } = useQuery(thread(ticketId));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll
    <ol tabIndex={0} aria-label="New messages">
      {newsAmong(messages, since, readerId).map(
        ({ id, type, direction, author_name: author, created_at: at, body }) => (
          <li key={id}>
            <Message kind={type === 'note' ? 'note' : direction} author={author} at={at}>
              <Markdown text={body} id={`new-${id}`} />
            </Message>
          </li>
        ),
      )}
    </ol>
  );
}
