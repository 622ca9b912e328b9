import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Markdown } from '../../markdown/markdown.tsx';
import { usePerson } from '../../session/person.ts';
import { Key } from '../../ui/key.tsx';
import type { Returned } from '../drafts.ts';
import { newsAmong } from '../news.ts';
import { thread } from '../queries.ts';
import { Message } from '../thread/message.tsx';
import css from './composer.module.css';

type ReturnedPanelProps = {
  ticketId: string;
  returned: Returned;
  panel: Ref<HTMLElement>;
  onSend: () => void;
  onKeepWriting: () => void;
};

/** Why a message was not sent, above its text, and what can be done: both can be done with the keyboard alone. */
export function ReturnedPanel({ ticketId, returned, panel, onSend, onKeepWriting }: ReturnedPanelProps) {
  const isNews = returned.why === 'news';
  return (
    <section
      ref={panel}
      className={css.returned}
      data-why={returned.why}
      tabIndex={-1}
      aria-label={isNews ? 'Written meanwhile' : 'Not sent'}
    >
      <div role="alert">
        {isNews ? <strong>Not sent yet: somebody wrote meanwhile</strong> : <Refusal returned={returned} />}
      </div>
      {isNews && <News ticketId={ticketId} since={returned.seenUntil} />}
      <footer>
        <button type="button" className="button" onClick={onKeepWriting}>
          {isNews ? 'Keep writing' : 'Dismiss'} <Key keys="Escape" />
        </button>
        <button type="button" className="button primary" onClick={onSend}>
          {isNews ? (returned.closes ? 'Send anyway and close' : 'Send anyway') : 'Retry'} <Key keys="Mod Enter" />
        </button>
      </footer>
    </section>
  );
}

function Refusal({ returned: { reason, requestId } }: { returned: Extract<Returned, { why: 'refused' }> }) {
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
