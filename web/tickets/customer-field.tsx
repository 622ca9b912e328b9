import { type FormEvent, useState } from 'react';
import type { Ticket } from '#contract';
import { useMayWrite } from '../session/may.ts';
import { type FieldErrors, FormField, fieldErrorsOf } from '../ui/form-field.tsx';
import { Popup } from '../ui/popup.tsx';
import css from './customer-field.module.css';
import { useUpdateTicket } from './update.ts';

/** Who asks, edited in a small form whose complaints stand beside their fields. */
export function CustomerField({ ticket }: { ticket: Ticket }) {
  const mayWrite = useMayWrite();
  if (!mayWrite) return <span className={css.customer}>{describeCustomer(ticket)}</span>;
  const button = (
    <>
      <span className="visually-hidden">Customer: </span>
      {describeCustomer(ticket)}
    </>
  );
  return (
    <Popup label="Customer" button={button} buttonClass={css.customer} width={300}>
      {close => <CustomerForm ticket={ticket} onDone={close} />}
    </Popup>
  );
}

const describeCustomer = ({ customer_name: name, customer_email: email }: Ticket) => (
  <>
    <span className={css.name}>{name ?? email ?? 'No customer'}</span>
    {name !== null && email !== null && <span className={css.email}>{email}</span>}
  </>
);

const textOrNull = (value: FormDataEntryValue | null): string | null => String(value ?? '').trim() || null;

function CustomerForm({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  const { update, isPending } = useUpdateTicket(ticket);
  const [errors, setErrors] = useState<FieldErrors>({});
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const change = {
      customer_name: textOrNull(form.get('customer_name')),
      customer_email: textOrNull(form.get('customer_email')),
    };
    update(change, { onSuccess: onDone, onError: error => setErrors(fieldErrorsOf(error)) });
  };
  return (
    <form className={css.form} onSubmit={save} noValidate>
      <FormField label="Customer" error={errors['customer_name']}>
        {props => <input {...props} name="customer_name" maxLength={255} defaultValue={ticket.customer_name ?? ''} />}
      </FormField>
      <FormField label="E-mail" error={errors['customer_email']}>
        {props => <input {...props} name="customer_email" type="email" defaultValue={ticket.customer_email ?? ''} />}
      </FormField>
      <div className={css.buttons}>
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isPending}>
          Save
        </button>
      </div>
    </form>
  );
}
