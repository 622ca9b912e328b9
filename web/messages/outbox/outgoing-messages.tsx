import { useEffect, useRef } from 'react';
import { useIsUnreachable } from '../../api-client/connection/reachability.ts';
import { countPending, resolvePictures } from '../../files/draft-file.ts';
import { FileLabel } from '../../files/file-label.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { usePerson } from '../../session/person.ts';
import { formatCount } from '../../ui/format-count.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { MessageFrame } from '../thread/message-frame.tsx';
import { updateOutgoing } from './outbox.ts';
import { isUndoable, isWaitingForFiles, type Outgoing } from './outgoing.ts';
import css from './outgoing-messages.module.css';
import { useUndoSend } from './show-returned-message.ts';

/** Lists a ticket's outgoing messages at the end of its thread. */
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
        <Markdown text={resolvePictures(message.body, message.files)} id={message.idempotencyKey} />
        {message.files.length > 0 && (
          <ul className={css.files} aria-label="Files">
            {message.files.map(({ key, name, size }) => (
              <li key={key}>
                <FileLabel name={name} size={size} />
              </li>
            ))}
          </ul>
        )}
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
  const label = isWaitingForFiles(message) ? 'Cancel' : isWaiting ? 'Back to draft' : 'Undo send';
  return (
    <div className={css.progress} data-waiting={isWaiting || undefined}>
      <span role="status">{describeProgress(message, isUnreachable)}</span>
      {(isUndoable(message) || isWaiting) && (
        <button type="button" className="button" onClick={() => undoSend(message)}>
          {label} {label === 'Undo send' && <KeyHint keys="z" />}
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

function describeProgress({ failures, problem, closes, files, held }: Outgoing, isUnreachable: boolean): string {
  if (held === null && isUnreachable) return 'Queued; sends when you’re back online';
  const pending = countPending(files);
  if (pending > 0) return `Sends when ${formatCount(pending, 'file is', 'files are')} uploaded`;
  if (failures > 0 && problem !== null) return `Not sent yet: ${problem} Retrying automatically.`;
  return closes ? 'Sending, then closing the ticket…' : 'Sending…';
}
