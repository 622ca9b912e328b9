import { useEffect, useRef, useState } from 'react';
import type { Ticket } from '#contract';
import { useAction } from '../../keyboard/use-action.ts';
import { useCanWriteTickets } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { discardDraft } from '../../storage/discard-draft.ts';
import { getDraft, useDraft } from '../../storage/drafts.ts';
import { showFailure } from '../../toasts/toast-store.ts';
import { useUpdateTicket } from '../edit/use-update-ticket.ts';
import css from '../ticket-header.module.css';
import { getSubjectDraftPath, parseSubjectDraft, type SubjectDraft, storeSubjectDraft } from './unsaved-fields.ts';

/**
 * The subject, which becomes a field on click. Enter or blur saves, Escape discards. Unsaved text is stored with the
 * subject on which it is based.
 */
export function SubjectField({ ticket }: { ticket: Ticket }) {
  const mayWrite = useCanWriteTickets();
  const draftKey = { personId: usePerson().id, path: getSubjectDraftPath(ticket.id) };
  const draft = useDraft(draftKey, parseSubjectDraft);
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
    storeSubjectDraft(draftKey, null);
  };
  const type = (text: string, { seen }: SubjectDraft): void => {
    // The original text is not a draft, but the field stays open.
    setOpened({ text: seen.subject, seen });
    storeSubjectDraft(draftKey, { text, seen });
  };
  const cancel = (): void => {
    discardDraft(draftKey, `Your change to the subject of #${ticket.id} was discarded`);
    close();
  };
  const save = ({ text, seen }: SubjectDraft): void => {
    close();
    const onError = (error: unknown): void => {
      // The person may already be typing the next subject.
      if (getDraft(draftKey, parseSubjectDraft) === null) storeSubjectDraft(draftKey, { text, seen });
      showFailure(`Couldn’t change the subject of #${ticket.id}`, error);
    };
    const subject = text.trim();
    if (subject !== '') void update({ subject }, { seen, onError });
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
  // Unmounting the field also fires blur.
  const isFinished = useRef(false);
  const leave = (action: () => void): void => {
    if (!isFinished.current) action();
    isFinished.current = true;
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

/** Focuses the heading when a ticket opens or its subject field closes. Screen readers then announce the heading. */
function useHeadingFocus(shown: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const inField = document.activeElement?.matches('input, textarea, select');
    if (shown && !inField) heading.current?.focus({ preventScroll: true });
  }, [shown]);
  return heading;
}
