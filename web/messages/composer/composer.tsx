import { type KeyboardEvent, useRef, useState } from 'react';
import type { MessageType } from '#contract/vocabulary';
import { InsertGist } from '../../gists/insert/insert-gist.tsx';
import { useAction } from '../../keyboard/use-action.ts';
import { useAsFoot } from '../../notices/foot.ts';
import { usePerson } from '../../session/person.ts';
import { findMessage, messagePlace } from '../drafts.ts';
import { goToBlank } from './blanks.ts';
import css from './composer.module.css';
import { ComposerFoot } from './composer-foot.tsx';
import { ReturnedPanel } from './returned-panel.tsx';
import { useReturns } from './returns.ts';
import { TypeTabs } from './type-tabs.tsx';
import { useWritten } from './use-written.ts';

type ComposerProps = { ticketId: string /** Whom a reply goes to. */; customer: string | null };

/** Writes a reply to the customer or a note among colleagues. What is typed is kept with every keystroke. */
export function Composer({ ticketId, customer }: ComposerProps) {
  const { id: personId } = usePerson();
  const [type, setType] = useState(() => firstType(personId, ticketId));
  const written = useWritten(ticketId, type);
  const { draft } = written;
  const composer = useRef<HTMLElement>(null);
  const panel = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useAsFoot(composer);

  const write = (chosen: MessageType): void => {
    setType(chosen);
    field.current?.focus();
  };
  useAction('ticket.reply', () => write('reply'));
  useAction('ticket.note', () => write('note'));
  useReturns(ticketId, (returnedType, isAsked) => {
    const isTyping = document.activeElement === field.current;
    if (isTyping && !isAsked && returnedType !== type) return false;
    setType(returnedType);
    if (!isTyping || isAsked) requestAnimationFrame(() => (panel.current ?? field.current)?.focus());
    return true;
  });

  const send = (options: { closes: boolean }): void => {
    const outcome = written.send(options);
    // Single keys are the desk's again.
    if (outcome === 'sent') composer.current?.focus();
    if (outcome === 'asked') {
      requestAnimationFrame(() =>
        (panel.current?.querySelector<HTMLElement>('[data-first]') ?? panel.current)?.focus(),
      );
    }
  };
  const keepWriting = (): void => {
    const { blanks } = written;
    const isBlank = draft.returned?.why === 'blanks';
    written.keepWriting();
    if (isBlank && field.current) goToBlank(field.current, blanks);
    else field.current?.focus();
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.repeat) return;
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      send({ closes: event.shiftKey && type === 'reply' });
    }
    if (event.key === 'Escape' && draft.returned) {
      event.preventDefault();
      keepWriting();
    }
  };

  return (
    <section
      ref={composer}
      className={css.composer}
      data-type={type}
      data-empty={draft.text === '' || undefined}
      aria-label="Write a message"
      tabIndex={-1}
      onKeyDown={hearKey}
    >
      <TypeTabs ticketId={ticketId} type={type} onChoose={write} />
      {draft.returned && (
        <ReturnedPanel
          ticketId={ticketId}
          returned={draft.returned}
          blanks={written.blanks}
          panel={panel}
          onSend={() => send({ closes: false })}
          onKeepWriting={keepWriting}
        />
      )}
      <textarea
        ref={field}
        aria-label={type === 'reply' ? 'Reply' : 'Note'}
        placeholder={type === 'reply' ? `Write to ${customer ?? 'the customer'}` : 'Only your team reads this'}
        dir="auto"
        spellCheck
        value={draft.text}
        onChange={event => written.change(event.target.value)}
      />
      <ComposerFoot
        ticketId={ticketId}
        type={type}
        written={written}
        onSend={send}
        onDiscard={() => {
          written.discard();
          field.current?.focus();
        }}
      >
        <InsertGist field={field} onInsert={written.noteBlanks} />
      </ComposerFoot>
    </section>
  );
}

/** What was written last; a reply where nothing was begun. */
function firstType(personId: string, ticketId: string): MessageType {
  const keptAt = (type: MessageType): number => findMessage(messagePlace(personId, ticketId, type)).keptAt;
  return keptAt('note') > keptAt('reply') ? 'note' : 'reply';
}
