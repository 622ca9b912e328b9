import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { priorities, states } from '#contract/enums';
import { useIsUnreachable } from '../../api-client/connection/reachability.ts';
import { submitByKey } from '../../keyboard/submit-by-key.ts';
import { usePerson } from '../../session/person.ts';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { groupFieldErrors } from '../../ui/form-field.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import type { FieldName } from '../edit/ticket-fields.ts';
import { openView } from '../filter/list-views.ts';
import { useTicketFilter } from '../filter/use-filter.ts';
import {
  findTicketDraft,
  type LocalTicketDraft,
  type NewTicketValues,
  noMailbox,
  storeTicketDraft,
} from './new-ticket-draft.ts';
import { NewTicketDraftLine } from './new-ticket-draft-line.tsx';
import { NewTicketFields } from './new-ticket-fields.tsx';
import css from './new-ticket-form.module.css';
import { type NewTicketBody, useCreateTicket } from './use-create-ticket.ts';

/** Creates a ticket. The server validates the fields. The form is stored as a draft until the ticket exists. */
export default function NewTicketForm({ onDone }: { onDone: () => void }) {
  const { id: personId } = usePerson();
  const { mutate, error, isPending } = useCreateTicket();
  const isWaiting = useIsUnreachable() && isPending;
  const errors = groupFieldErrors(error);
  const filter = useTicketFilter() ?? openView.filter;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [start, setStart] = useState(() => ({ draft: findTicketDraft(personId), revision: 0 }));

  const storeDraft = (idempotencyKey: string | null): void => {
    if (form.current)
      storeTicketDraft(personId, { fields: readFields(form.current), idempotencyKey, changedAt: Date.now() });
  };
  const startFrom = (draft: LocalTicketDraft | null): void => {
    storeTicketDraft(personId, draft);
    setStart(({ revision }) => ({ draft, revision: revision + 1 }));
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isPending) return;
    // One key for every attempt at the same ticket. Any change makes it a different ticket.
    const idempotencyKey = findTicketDraft(personId)?.idempotencyKey ?? crypto.randomUUID();
    storeDraft(idempotencyKey);
    const open = ({ id: ticketId }: { id: string }): void => {
      onDone();
      void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: filter });
    };
    mutate({ ticket: toTicketBody(readFields(event.currentTarget)), idempotencyKey, personId }, { onSuccess: open });
  };
  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={submit}
      onChange={() => storeDraft(null)}
      onKeyDown={submitByKey}
      noValidate
    >
      <NewTicketFields key={start.revision} errors={errors} initialValues={start.draft?.fields ?? {}} />
      <DialogFooter>
        {error && (
          <FormError error={error} message={Object.keys(errors).length > 0 ? 'Check the fields above.' : undefined} />
        )}
        <NewTicketDraftLine initialDraft={start.draft} onStart={startFrom} />
        <span role="status" className={css.status}>
          {isWaiting && 'Queued: the ticket will be created when you’re back online'}
        </span>
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isPending}>
          Create ticket <KeyHint keys="Mod Enter" />
        </button>
      </DialogFooter>
    </form>
  );
}

const readFields = (form: HTMLFormElement): NewTicketValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/**
 * Leaves empty fields undefined, so that they get the API's defaults. Empty tags become an empty list. An empty subject
 * is sent, and the API rejects it.
 */
function toTicketBody(fields: NewTicketValues): { [Name in FieldName]: NewTicketBody[Name] } {
  const text = (name: FieldName): string => (fields[name] ?? '').trim();
  return {
    subject: text('subject'),
    description: text('description') || undefined,
    customer_name: text('customer_name') || undefined,
    customer_email: text('customer_email') || undefined,
    state: states.find(state => state === text('state')),
    priority: priorities.find(priority => priority === text('priority')),
    assignee_id: text('assignee_id') || undefined,
    mailbox_id: text('mailbox_id') === noMailbox ? null : text('mailbox_id') || undefined,
    tags: text('tags')
      .split(',')
      .map(tag => tag.trim())
      .filter(Boolean),
  };
}
