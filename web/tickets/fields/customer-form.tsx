import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Ticket } from '#contract';
import { submitByKey } from '../../keyboard/submit-by-key.ts';
import { usePerson } from '../../session/person.ts';
import { discardDraft } from '../../storage/discard-draft.ts';
import { useDraft } from '../../storage/drafts.ts';
import { showFailure } from '../../toasts/toast-store.ts';
import { FormError } from '../../ui/form-error.tsx';
import { FormField, groupFieldErrors } from '../../ui/form-field.tsx';
import { useUpdateTicket } from '../edit/use-update-ticket.ts';
import css from './customer-field.module.css';
import {
  type CustomerDraft,
  getCustomerDraftPath,
  parseCustomerDraft,
  removeSavedCustomerDraft,
  storeCustomerDraft,
  toCustomerDraft,
} from './unsaved-fields.ts';

/**
 * Edits the customer's name and email. Unsaved changes are stored while the person types, with the version on which
 * they are based.
 */
export function CustomerForm({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  const draftKey = { personId: usePerson().id, path: getCustomerDraftPath(ticket.id) };
  const draft = useDraft(draftKey, parseCustomerDraft);
  const [opened] = useState(() => toCustomerDraft(draft?.seen ?? ticket));
  const { seen, ...values } = draft ?? opened;
  const { save, saving, error } = useSave(ticket);
  const errors = groupFieldErrors(error);
  const type = (typed: Partial<CustomerDraft>): void => storeCustomerDraft(draftKey, { ...values, seen, ...typed });
  const cancel = (): void => {
    discardDraft(draftKey, `Your change to the customer of #${ticket.id} was discarded`);
    onDone();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await save({ ...values, seen }))) return;
    removeSavedCustomerDraft(draftKey, { ...values, seen });
    onDone();
  };
  return (
    <form className={css.form} onSubmit={event => void submit(event)} onKeyDown={submitByKey} noValidate>
      <FormField label="Customer name" error={errors['customer_name']}>
        {props => (
          <input
            {...props}
            maxLength={255}
            autoComplete="off"
            value={values.name}
            onChange={event => type({ name: event.target.value })}
          />
        )}
      </FormField>
      <FormField label="Customer email" error={errors['customer_email']}>
        {props => (
          <input
            {...props}
            type="email"
            maxLength={254}
            autoComplete="off"
            value={values.email}
            onChange={event => type({ email: event.target.value })}
          />
        )}
      </FormField>
      {error !== null && Object.keys(errors).length === 0 && <FormError error={error} />}
      <div className={css.buttons}>
        <button type="button" className="button" onClick={cancel}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={saving}>
          Save
        </button>
      </div>
    </form>
  );
}

/**
 * Returns `save`, which resolves to true on success, and its state. A failure after the form has closed is shown as a
 * toast.
 */
function useSave(ticket: Ticket) {
  const update = useUpdateTicket(ticket);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const onError = (reason: unknown): void => {
    if (shown.current) setError(reason);
    else showFailure(`Couldn’t save the customer of #${ticket.id}; your draft is still there`, reason);
  };
  const save = async ({ name, email, seen }: CustomerDraft): Promise<boolean> => {
    setSaving(true);
    setError(null);
    const change = { customer_name: name.trim() || null, customer_email: email.trim() || null };
    const outcome = await update(change, { seen, onError });
    setSaving(false);
    return outcome === null || 'patched' in outcome;
  };
  return { save, saving, error };
}
