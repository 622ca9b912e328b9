import { useEffect, useRef } from 'react';
import { useIsUnreachable } from '../../api-client/connection/reachability.ts';
import { Markdown } from '../../markdown/markdown.tsx';
import { usePerson } from '../../session/person.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { MessageFrame } from '../thread/message-frame.tsx';
import { updateOutgoing } from './outbox.ts';
import { isUndoable, type Outgoing } from './outgoing.ts';
import css from './outgoing-messages.module.css';
import { useUndoSend } from './show-returned-message.ts';

/** Lists the messages of a ticket that are on their way, at the end of its thread. */
export function OutgoingMessages({ messages }: { messages: readonly Outgoing[] }) {
  return messages.map(message => <OutgoingMessage key={message.idempotencyKey} message={message} />);
}

function OutgoingMessage({ message }: { message: Outgoing }) {
  const { name } = usePerson();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    item.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <li ref={item} className={css.outgoing}>
      <MessageFrame
        kind={message.type === 'note' ? 'note' : 'out'}
        author={name}
        at={new Date(message.queuedAt).toISOString()}
      >
        <Markdown text={message.body} id={message.idempotencyKey} />
      </MessageFrame>
      <OutgoingProgress message={message} />
    </li>
  );
}

/** The progress of a message in the outbox, with Undo while that is possible. */
export function OutgoingProgress({ message }: { message: Outgoing }) {
  const isUnreachable = useIsUnreachable();
  const undoSend = useUndoSend();
  const { id: personId } = usePerson();
  const { failures, problem, idempotencyKey } = message;
  const isWaiting = failures > 0 && problem !== null;
  return (
    <div className={css.progress} data-queued={isWaiting || undefined}>
      <span role="status">{describeProgress(message, isUnreachable)}</span>
      {(isUndoable(message) || isWaiting) && (
        <button type="button" className="button" onClick={() => undoSend(message)}>
          {isWaiting ? 'Back to draft' : 'Undo send'} {!isWaiting && <KeyHint keys="z" />}
        </button>
      )}
      {isWaiting && !isUnreachable && (
        <button
          type="button"
          className="button"
          onClick={() => updateOutgoing(personId, idempotencyKey, { dueAt: Date.now() })}
        >
          Try now
        </button>
      )}
    </div>
  );
}

function describeProgress({ failures, problem, closes }: Outgoing, isUnreachable: boolean): string {
  if (isUnreachable) return 'Queued; sends when you’re back online';
  if (failures > 0 && problem !== null) return `Not sent yet: ${problem} Retrying automatically.`;
  return closes ? 'Sending, then closing the ticket…' : 'Sending…';
}
