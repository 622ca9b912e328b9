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
  reason: NotSentReason;
  /** The unfilled placeholders of the message. */
  placeholders: readonly string[];
  panel: Ref<HTMLElement>;
  onSend: () => void;
  onKeepWriting: () => void;
};

const labels: Readonly<Record<NotSentReason['why'], { name: string; back: string; send: string }>> = {
  'new-messages': { name: 'New messages', back: 'Keep writing', send: 'Send anyway' },
  placeholders: { name: 'Unfilled placeholders', back: 'Go to placeholder', send: 'Send anyway' },
  'unknown-outcome': { name: 'Not confirmed', back: 'Dismiss', send: 'Send again' },
  rejected: { name: 'Not sent', back: 'Dismiss', send: 'Try again' },
};

/** Explains above the text why a message was not sent, and offers the next steps. */
export function NotSentPanel({ ticketId, reason, placeholders, panel, onSend, onKeepWriting }: NotSentPanelProps) {
  const { name, back, send } = labels[reason.why];
  const hasPlaceholders = reason.why === 'placeholders';
  return (
    <section ref={panel} className={css.notSent} data-why={reason.why} tabIndex={-1} aria-label={name}>
      <div role="alert">
        {reason.why === 'new-messages' && <strong>Not sent yet: a new message arrived first</strong>}
        {hasPlaceholders && <strong>Your reply still contains {formatPlaceholders(placeholders)}</strong>}
        {reason.why === 'unknown-outcome' && (
          <>
            <strong>Couldn’t confirm that the message was sent.</strong> Check the thread before you send it again.
          </>
        )}
        {reason.why === 'rejected' && <RejectedMessage reason={reason} />}
      </div>
      {reason.why === 'new-messages' && <UnseenMessages ticketId={ticketId} since={reason.seenUntil} />}
      <footer>
        <button
          type="button"
          className={hasPlaceholders ? 'button primary' : 'button'}
          data-first={hasPlaceholders || undefined}
          onClick={onKeepWriting}
        >
          {back} <KeyHint keys="Escape" />
        </button>
        <button type="button" className={hasPlaceholders ? 'button' : 'button primary'} onClick={onSend}>
          {reason.closes ? `${send} and close` : send} <KeyHint keys="Mod Enter" />
        </button>
      </footer>
    </section>
  );
}

function RejectedMessage({ reason: { reason, requestId } }: { reason: Extract<NotSentReason, { why: 'rejected' }> }) {
  return (
    <>
      <strong>Not sent.</strong> {reason}
      {requestId !== null && (
        <small>
          Request ID <code>{requestId}</code>
        </small>
      )}
    </>
  );
}

/** Lists the messages that other people wrote after `since`. */
function UnseenMessages({ ticketId, since }: { ticketId: string; since: string }) {
  const { id: readerId } = usePerson();
  const { data: messages = [] } = useQuery(threadQuery(ticketId));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <ol tabIndex={0} aria-label="Messages">
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
