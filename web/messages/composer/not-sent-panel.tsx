import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Markdown } from '../../markdown/markdown.tsx';
import { usePerson } from '../../session/person.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import type { NotSentReason } from '../message-draft.ts';
import { threadQuery } from '../queries.ts';
import { MessageFrame } from '../thread/message-frame.tsx';
import { filterUnseen } from '../unseen-messages.ts';
import css from './composer.module.css';
import { formatPlaceholders } from './unfilled-placeholders.ts';

type NotSentPanelProps = {
  ticketId: string;
  returned: NotSentReason;
  /** Its unfilled placeholders. */
  blanks: readonly string[];
  panel: Ref<HTMLElement>;
  onSend: () => void;
  onKeepWriting: () => void;
};

const labels: Readonly<Record<NotSentReason['why'], { name: string; back: string; send: string }>> = {
  news: { name: 'New replies', back: 'Keep writing', send: 'Send anyway' },
  blanks: { name: 'Unfilled placeholders', back: 'Go to placeholder', send: 'Send anyway' },
  refused: { name: 'Not sent', back: 'Dismiss', send: 'Retry' },
};

/** Explains above the text why a message was not sent, and offers what to do. */
export function NotSentPanel({ ticketId, returned, blanks, panel, onSend, onKeepWriting }: NotSentPanelProps) {
  const { name, back, send } = labels[returned.why];
  const isBlank = returned.why === 'blanks';
  return (
    <section ref={panel} className={css.notSent} data-why={returned.why} tabIndex={-1} aria-label={name}>
      <div role="alert">
        {returned.why === 'news' && <strong>Not sent yet: someone else wrote in the meantime</strong>}
        {isBlank && <strong>Your reply still contains {formatPlaceholders(blanks)}</strong>}
        {returned.why === 'refused' && <RejectedMessage returned={returned} />}
      </div>
      {returned.why === 'news' && <NewMessages ticketId={ticketId} since={returned.seenUntil} />}
      <footer>
        <button
          type="button"
          className={isBlank ? 'button primary' : 'button'}
          data-first={isBlank || undefined}
          onClick={onKeepWriting}
        >
          {back} <KeyHint keys="Escape" />
        </button>
        <button type="button" className={isBlank ? 'button' : 'button primary'} onClick={onSend}>
          {returned.why !== 'refused' && returned.closes ? `${send} and close` : send} <KeyHint keys="Mod Enter" />
        </button>
      </footer>
    </section>
  );
}

function RejectedMessage({
  returned: { reason, requestId },
}: {
  returned: Extract<NotSentReason, { why: 'refused' }>;
}) {
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

/** The messages that others wrote in the meantime. */
function NewMessages({ ticketId, since }: { ticketId: string; since: string }) {
  const { id: readerId } = usePerson();
  const { data: messages = [] } = useQuery(threadQuery(ticketId));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <ol tabIndex={0} aria-label="New messages">
      {filterUnseen(messages, since, readerId).map(
        ({ id, type, direction, author_name: author, created_at: at, body }) => (
          <li key={id}>
            <MessageFrame kind={type === 'note' ? 'note' : direction} author={author} at={at}>
              <Markdown text={body} id={`new-${id}`} />
            </MessageFrame>
          </li>
        ),
      )}
    </ol>
  );
}
