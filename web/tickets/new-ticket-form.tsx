import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { type Priority, priorities, type State, states } from '#contract/vocabulary';
import { explain } from '../api-errors.ts';
import { fieldErrorsOf } from '../ui/form-field.tsx';
import { Key } from '../ui/key.tsx';
import { type NewTicket, useCreateTicket } from './create.ts';
import { PropertyFields, WordFields } from './new-ticket-fields.tsx';
import css from './new-ticket-form.module.css';
import { useFilter } from './use-filter.ts';
import { openView } from './views.ts';

/** Makes a ticket. The server judges the fields, and its words stand beside each. */
export default function NewTicketForm({ onDone }: { onDone: () => void }) {
  const { mutate, error, isPending } = useCreateTicket();
  const errors = fieldErrorsOf(error);
  const filter = useFilter() ?? openView.filter;
  const navigate = useNavigate();
  // One key for every attempt at the same ticket; with another word in it, it is another ticket.
  const idempotencyKey = useRef<string>(null);
  const change = (): void => {
    idempotencyKey.current = null;
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    idempotencyKey.current ??= crypto.randomUUID();
    const ticket = readTicket(new FormData(event.currentTarget));
    const open = ({ id: ticketId }: { id: string }): void => {
      onDone();
      void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: filter });
    };
    mutate({ ticket, idempotencyKey: idempotencyKey.current }, { onSuccess: open });
  };
  return (
    <form className={css.form} onSubmit={submit} onChange={change} onKeyDown={submitByKey} noValidate>
      <WordFields errors={errors} />
      <PropertyFields errors={errors} />
      <footer className={css.footer}>
        {error && (
          <p className="field-error" role="alert">
            {Object.keys(errors).length > 0 ? 'Please look at the fields above.' : explain(error)}
          </p>
        )}
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isPending}>
          Create ticket <Key keys="Mod Enter" />
        </button>
      </footer>
    </form>
  );
}

const submitByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
};

/** Empty fields are left to the service's own defaults. An empty subject is sent, for the service to complain about. */
function readTicket(form: FormData): NewTicket {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const optional = (name: string) => (text(name) === '' ? {} : { [name]: text(name) });
  const state = states.find((word): word is State => word === text('state'));
  const priority = priorities.find((word): word is Priority => word === text('priority'));
  const tags = text('tags')
    .split(',')
    .map(tag => tag.trim())
    .filter(Boolean);
  return {
    subject: text('subject'),
    ...optional('description'),
    ...optional('customer_name'),
    ...optional('customer_email'),
    ...optional('assignee_id'),
    ...(state && { state }),
    ...(priority && { priority }),
    tags,
  };
}
