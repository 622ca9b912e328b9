import { useEffect, useRef, useState } from 'react';
import type { Ticket } from '#contract';
import { useMayWrite } from '../session/may.ts';
import css from './ticket-header.module.css';
import { useUpdateTicket } from './update.ts';

/** The subject, which becomes a field when clicked: Enter or leaving it saves, Escape does not. It goes by what it was then. */
export function SubjectField({ ticket }: { ticket: Ticket }) {
  const mayWrite = useMayWrite();
  const [editing, setEditing] = useState<Ticket | null>(null);
  const update = useUpdateTicket(ticket);
  const heading = useHeadingFocus();
  const save = (seen: Ticket, text: string): void => {
    setEditing(null);
    const subject = text.trim();
    if (subject !== '') void update({ subject }, { seen });
  };
  if (editing) {
    return (
      <SubjectInput subject={editing.subject} onSave={text => save(editing, text)} onCancel={() => setEditing(null)} />
    );
  }
  return (
    <h1 ref={heading} tabIndex={-1} className={css.heading}>
      {mayWrite ? (
        <button type="button" title="Edit the subject" onClick={() => setEditing(ticket)}>
          {ticket.subject}
        </button>
      ) : (
        ticket.subject
      )}
    </h1>
  );
}

type SubjectInputProps = { subject: string; onSave: (text: string) => void; onCancel: () => void };

function SubjectInput({ subject, onSave, onCancel }: SubjectInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <input
      ref={input}
      className={css.subject}
      aria-label="Subject"
      defaultValue={subject}
      maxLength={255}
      onBlur={event => onSave(event.target.value)}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') onSave(event.currentTarget.value);
        if (event.key === 'Escape') onCancel();
      }}
    />
  );
}

/** A ticket that opens takes the focus to its subject, so that it is read out and the keys go on from there. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const inField = document.activeElement?.matches('input, textarea, select');
    if (!inField) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
