import { useEffect, useRef, useState } from 'react';
import type { Ticket } from '#contract';
import { useDraft } from '../../kept/drafts.ts';
import { dropDraft } from '../../kept/drop-draft.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { showFailure } from '../../notices/notices.ts';
import { useMayWrite } from '../../session/may.ts';
import { usePerson } from '../../session/person.ts';
import { useUpdateTicket } from '../edit/update.ts';
import css from '../ticket-header.module.css';
import { keepSubject, readSubjectDraft, type SubjectDraft, subjectThing } from './subject-draft.ts';

/**
 * The subject, which becomes a field when clicked: Enter or leaving it saves, Escape does not. It goes by what the
 * subject was then, and what is typed is kept until it is saved.
 */
export function SubjectField({ ticket }: { ticket: Ticket }) {
  const mayWrite = useMayWrite();
  const place = { personId: usePerson().id, thing: subjectThing(ticket.id) };
  const draft = useDraft(place, readSubjectDraft);
  const [opened, setOpened] = useState<SubjectDraft | null>(null);
  const update = useUpdateTicket(ticket);
  const editing = mayWrite ? (draft ?? opened) : null;
  const heading = useHeadingFocus(editing === null);

  const open = (): void => {
    const { id, version, subject } = ticket;
    setOpened({ text: subject, seen: { id, version, subject } });
  };
  useAction('ticket.subject', mayWrite && editing === null ? open : null);
  const close = (): void => {
    setOpened(null);
    keepSubject(place, null);
  };
  const type = (text: string, { seen }: SubjectDraft): void => {
    // Typed back to what it was, it is no draft, and still being edited.
    setOpened({ text: seen.subject, seen });
    keepSubject(place, { text, seen });
  };
  const cancel = (): void => {
    dropDraft(place, `Your change to the subject of #${ticket.id} was dropped`);
    close();
  };
  const save = ({ text, seen }: SubjectDraft): void => {
    close();
    const refused = (error: unknown): void => {
      keepSubject(place, { text, seen });
      showFailure(`The subject of #${ticket.id} was not changed`, error);
    };
    const subject = text.trim();
    if (subject !== '') void update({ subject }, { seen, refused });
  };
  if (editing) {
    return (
      <SubjectInput
        text={editing.text}
        onType={text => type(text, editing)}
        onSave={() => save(editing)}
        onCancel={cancel}
      />
    );
  }
  return (
    <h1 ref={heading} tabIndex={-1} className={css.heading} dir="auto">
      {mayWrite ? (
        <button type="button" title="Edit the subject" onClick={open}>
          {ticket.subject}
        </button>
      ) : (
        ticket.subject
      )}
    </h1>
  );
}

type SubjectInputProps = { text: string; onType: (text: string) => void; onSave: () => void; onCancel: () => void };

function SubjectInput({ text, onType, onSave, onCancel }: SubjectInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  // A field that disappears loses the focus as well.
  const done = useRef(false);
  const leave = (end: () => void): void => {
    if (!done.current) end();
    done.current = true;
  };
  return (
    <input
      ref={input}
      className={css.subject}
      dir="auto"
      aria-label="Subject"
      autoComplete="off"
      value={text}
      maxLength={255}
      onChange={event => onType(event.target.value)}
      onBlur={() => leave(onSave)}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') leave(onSave);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave(onCancel);
      }}
    />
  );
}

/**
 * A ticket that opens takes the focus to its subject, so that it is read out and the keys go on from there; so does the
 * field of the subject when it closes.
 */
function useHeadingFocus(shown: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const inField = document.activeElement?.matches('input, textarea, select');
    if (shown && !inField) heading.current?.focus({ preventScroll: true });
  }, [shown]);
  return heading;
}
