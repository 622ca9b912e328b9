import { priorities, states } from '#contract/enums';
import { useAssignablePeople, usePersonName } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import { type FieldErrors, FormField } from '../../ui/form-field.tsx';
import { priorityLooks, stateLooks } from '../looks.ts';
import type { NewTicketValues } from './new-ticket-draft.ts';
import css from './new-ticket-form.module.css';

/** `fields` contains the initial values. */
type FieldsProps = { errors: FieldErrors; fields: NewTicketValues };

/** Subject, customer and description. */
export function TextFields({ errors, fields }: FieldsProps) {
  return (
    <>
      <FormField label="Subject" error={errors['subject']}>
        {props => (
          <input
            {...props}
            name="subject"
            defaultValue={fields['subject']}
            // biome-ignore lint/a11y/noAutofocus: it is the dialog's first field, and the one that must be filled
            autoFocus
            autoComplete="off"
          />
        )}
      </FormField>
      <div className={css.pair}>
        <FormField label="Customer" error={errors['customer_name']}>
          {props => <input {...props} name="customer_name" defaultValue={fields['customer_name']} autoComplete="off" />}
        </FormField>
        <FormField label="Email" error={errors['customer_email']}>
          {props => (
            <input
              {...props}
              name="customer_email"
              defaultValue={fields['customer_email']}
              type="email"
              autoComplete="off"
            />
          )}
        </FormField>
      </div>
      <FormField label="Description" error={errors['description']}>
        {props => (
          <textarea
            {...props}
            name="description"
            defaultValue={fields['description']}
            rows={6}
            placeholder="What happened, in the customer’s words"
          />
        )}
      </FormField>
    </>
  );
}

/** State, priority, assignee and tags. */
export function PropertyFields({ errors, fields }: FieldsProps) {
  return (
    <>
      <div className={css.triple}>
        <FormField label="State" error={errors['state']}>
          {props => (
            <select {...props} name="state" defaultValue={fields['state'] ?? 'open'}>
              {states.map(state => (
                <option key={state} value={state}>
                  {stateLooks[state].label}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <FormField label="Priority" error={errors['priority']}>
          {props => (
            <select {...props} name="priority" defaultValue={fields['priority'] ?? 'normal'}>
              {priorities.toReversed().map(priority => (
                <option key={priority} value={priority}>
                  {priorityLooks[priority].label}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <AssigneeSelect error={errors['assignee_id']} chosen={fields['assignee_id'] ?? ''} />
      </div>
      <FormField label="Tags" error={errors['tags']} hint="Separate tags with commas">
        {props => (
          <input
            {...props}
            name="tags"
            defaultValue={fields['tags']}
            autoComplete="off"
            placeholder="billing, refund"
          />
        )}
      </FormField>
    </>
  );
}

function AssigneeSelect({ error, chosen }: { error: string | undefined; chosen: string }) {
  const me = usePerson();
  const people = useAssignablePeople();
  const nameOf = usePersonName();
  // A draft may name a person before people have loaded, or one who can no longer be assigned.
  const isUnlisted = chosen !== '' && people.every(({ id }) => id !== chosen);
  return (
    <FormField label="Assignee" error={error}>
      {props => (
        <select key={String(isUnlisted)} {...props} name="assignee_id" defaultValue={chosen}>
          <option value="">Nobody</option>
          {isUnlisted && <option value={chosen}>{nameOf(chosen)}</option>}
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
