import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { findDefaultMailbox, mailboxesQuery } from '../../mailboxes/queries.ts';
import { useAssignablePeople, usePersonName } from '../../people/use-people.ts';
import { deskSettingsQuery } from '../../session/desk-settings.ts';
import { usePerson } from '../../session/person.ts';
import { type FieldErrors, FormField } from '../../ui/form-field.tsx';
import type { FieldName } from '../edit/ticket-fields.ts';
import { type ChoiceField, priorityField, stateField } from '../looks.ts';
import { type NewTicketValues, noMailbox } from './new-ticket-draft.ts';
import css from './new-ticket-form.module.css';

type FieldsProps = { errors: FieldErrors; initialValues: NewTicketValues };

export function NewTicketFields(props: FieldsProps) {
  const { errors, initialValues } = props;
  return (
    <>
      {/* The first field, and the only required field. */}
      <TextInput {...props} name="subject" label="Subject" autoFocus />
      <div className={css.pair}>
        <TextInput {...props} name="customer_name" label="Customer name" />
        <TextInput {...props} name="customer_email" label="Customer email" type="email" />
      </div>
      <FormField label="Description" error={errors['description']}>
        {props => (
          <textarea
            {...props}
            name="description"
            defaultValue={initialValues['description']}
            rows={6}
            placeholder="What happened, in the customer’s words"
          />
        )}
      </FormField>
      <div className={css.triple}>
        <ChoiceSelect {...props} name="state" field={stateField} initial="open" />
        <ChoiceSelect {...props} name="priority" field={priorityField} initial="normal" />
        <AssigneeSelect error={errors['assignee_id']} initial={initialValues['assignee_id'] ?? ''} />
      </div>
      <div className={css.pair}>
        <TextInput
          {...props}
          name="tags"
          label="Tags"
          hint="Separate tags with commas."
          placeholder="billing, refund"
        />
        <MailboxSelect error={errors['mailbox_id']} chosen={initialValues['mailbox_id']} />
      </div>
    </>
  );
}

type TextInputProps = FieldsProps & ComponentProps<'input'> & { name: FieldName; label: string; hint?: string };

const TextInput = ({ errors, initialValues, name, label, hint, ...input }: TextInputProps) => (
  <FormField label={label} error={errors[name]} {...(hint && { hint })}>
    {props => <input {...props} {...input} name={name} defaultValue={initialValues[name]} autoComplete="off" />}
  </FormField>
);

type ChoiceSelectProps<Value extends string> = FieldsProps & {
  name: FieldName;
  field: ChoiceField<Value>;
  initial: Value;
};

function ChoiceSelect<Value extends string>({ errors, initialValues, name, field, initial }: ChoiceSelectProps<Value>) {
  return (
    <FormField label={field.label} error={errors[name]}>
      {props => (
        <select {...props} name={name} defaultValue={initialValues[name] ?? initial}>
          {field.values.map(value => (
            <option key={value} value={value}>
              {field.looks[value].label}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

function AssigneeSelect({ error, initial }: { error: string | undefined; initial: string }) {
  const [chosen, choose] = useState(initial);
  const me = usePerson();
  const people = useAssignablePeople();
  const getName = usePersonName();
  // A draft may name a person who is not loaded yet or no longer assignable.
  const isUnlisted = chosen !== '' && people.every(({ id }) => id !== chosen);
  return (
    <FormField label="Assignee" error={error}>
      {props => (
        <select {...props} name="assignee_id" value={chosen} onChange={event => choose(event.target.value)}>
          <option value="">Unassigned</option>
          {isUnlisted && <option value={chosen}>{getName(chosen)}</option>}
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === me.id ? `${name} (me)` : name}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

/**
 * The mailbox that sends replies. Hidden on a desk without enabled mailboxes. Until the mailboxes are loaded, a hidden
 * field holds the draft's mailbox.
 */
function MailboxSelect({ error, chosen }: { error: string | undefined; chosen: string | undefined }) {
  const { data: mailboxes, isPending: isLoading } = useQuery(mailboxesQuery);
  const { data: settings, isPending: isLoadingSettings } = useQuery(deskSettingsQuery);
  const isPending = isLoading || isLoadingSettings;
  const enabled = mailboxes?.filter(each => each.enabled) ?? [];
  const isAvailable = chosen === noMailbox || enabled.some(({ id }) => id === chosen);
  const defaultId = findDefaultMailbox(enabled, settings?.default_mailbox_id ?? null)?.id;
  const isUnknown = isPending || mailboxes === undefined;
  return (
    <>
      {isUnknown && chosen !== undefined && <input type="hidden" name="mailbox_id" value={chosen} />}
      {(isPending || enabled.length > 0) && (
        <FormField label="Mailbox" error={error}>
          {props => (
            <select
              key={String(isPending)}
              {...props}
              name="mailbox_id"
              defaultValue={isAvailable ? chosen : defaultId}
              disabled={isPending}
            >
              {enabled.map(({ id, name, address }) => (
                <option key={id} value={id}>
                  {name}, {address}
                </option>
              ))}
              <option value={noMailbox}>None (replies are not sent by email)</option>
            </select>
          )}
        </FormField>
      )}
    </>
  );
}
