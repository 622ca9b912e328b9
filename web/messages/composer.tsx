import { type KeyboardEvent, useRef, useState } from 'react';
import { type MessageType, messageTypes } from '#contract/vocabulary';
import { useAction } from '../keyboard/use-action.ts';
import { showFailure } from '../notices.ts';
import { usePerson } from '../session/person.ts';
import { Key } from '../ui/key.tsx';
import { useIsUnreachable } from '../use-reachability.ts';
import css from './composer.module.css';
import { keepMessage, messagePlace, useMessageDraft } from './drafts.ts';
import { useSendMessage } from './send.ts';

type ComposerProps = { ticketId: string /** Whom a reply goes to. */; customer: string | null };

const typeWords: Readonly<Record<MessageType, string>> = { reply: 'Reply', note: 'Note' };

/**
 * Writes a reply to the customer or a note among colleagues. What is typed is kept with every keystroke, until the server
 * has it; an attempt that failed is repeated under the same key, so that it is never sent twice.
 */
export function Composer({ ticketId, customer }: ComposerProps) {
  const [type, setType] = useState<MessageType>('reply');
  const place = messagePlace(usePerson().id, ticketId, type);
  const draft = useMessageDraft(place);
  const { mutate, isPending } = useSendMessage(ticketId);
  const waits = useIsUnreachable() && isPending;
  const field = useRef<HTMLTextAreaElement>(null);

  const write = (chosen: MessageType): void => {
    setType(chosen);
    field.current?.focus();
  };
  useAction('ticket.reply', () => write('reply'));
  useAction('ticket.note', () => write('note'));

  const send = (): void => {
    if (draft.text.trim() === '' || isPending) return;
    const idempotencyKey = draft.idempotencyKey ?? crypto.randomUUID();
    keepMessage(place, { ...draft, idempotencyKey });
    const forget = () => keepMessage(place, { text: '', idempotencyKey: null });
    const complain = (error: Error) => showFailure('Not sent; your text is still here', error);
    mutate({ type, body: draft.text, idempotencyKey }, { onSuccess: forget, onError: complain });
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <section className={css.composer} data-type={type} aria-label="Write a message">
      <TypeTabs type={type} onChoose={write} />
      <textarea
        ref={field}
        aria-label={type === 'reply' ? 'Reply' : 'Note'}
        placeholder={type === 'reply' ? `Write to ${customer ?? 'the customer'}` : 'Only your team reads this'}
        value={draft.text}
        readOnly={isPending}
        onChange={event => keepMessage(place, { text: event.target.value, idempotencyKey: null })}
        onKeyDown={hearKey}
      />
      <footer>
        <span role="status">{describeProgress(draft.text !== '', isPending, waits)}</span>
        <button
          type="button"
          className="button primary"
          disabled={draft.text.trim() === '' || isPending}
          onClick={send}
        >
          {type === 'reply' ? 'Send' : 'Add note'} <Key keys="Mod Enter" />
        </button>
      </footer>
    </section>
  );
}

function describeProgress(hasText: boolean, isPending: boolean, waits: boolean): string {
  if (waits) return 'Offline; sent as soon as the connection is back';
  if (isPending) return 'Sending…';
  return hasText ? 'Draft saved' : '';
}

function TypeTabs({ type, onChoose }: { type: MessageType; onChoose: (type: MessageType) => void }) {
  return (
    <fieldset className={css.tabs}>
      <legend className="visually-hidden">Kind of message</legend>
      {messageTypes.map(each => (
        <label key={each}>
          <input
            type="radio"
            name="message-type"
            className="visually-hidden"
            checked={each === type}
            onChange={() => onChoose(each)}
          />
          {typeWords[each]}
        </label>
      ))}
    </fieldset>
  );
}
