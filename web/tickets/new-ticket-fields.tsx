import { priorities, states } from '#contract/vocabulary';
import { useAssignable } from '../people/use-people.ts';
import { usePerson } from '../session/person.ts';
import { type FieldErrors, FormField } from '../ui/form-field.tsx';
import css from './new-ticket-form.module.css';
import { priorityLooks, stateLooks } from './words.ts';

/** What the ticket is about and who asks. */
export function WordFields({ errors }: { errors: FieldErrors }) {
  return (
    <>
      <FormField label="Subject" error={errors['subject']}>
        {/* biome-ignore lint/a11y/noAutofocus: it is the dialog's first field, and the one that must be filled */}
        {props => <input {...props} name="subject" autoFocus autoComplete="off" />}
      </FormField>
      <div className={css.pair}>
        <FormField label="Customer" error={errors['customer_name']}>
          {props => <input {...props} name="customer_name" autoComplete="off" />}
        </FormField>
        <FormField label="E-mail" error={errors['customer_email']}>
          {props => <input {...props} name="customer_email" type="email" autoComplete="off" />}
        </FormField>
      </div>
      <FormField label="Description" error={errors['description']}>
        {props => (
          <textarea {...props} name="description" rows={6} placeholder="What happened, in the customer’s words" />
        )}
      </FormField>
    </>
  );
}

/** How it is to be worked on. */
export function PropertyFields({ errors }: { errors: FieldErrors }) {
  return (
    <>
      <div className={css.triple}>
        <FormField label="State" error={errors['state']}>
          {props => (
            <select {...props} name="state" defaultValue="open">
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
            <select {...props} name="priority" defaultValue="normal">
              {priorities.toReversed().map(priority => (
                <option key={priority} value={priority}>
                  {priorityLooks[priority].label}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <AssigneeSelect error={errors['assignee_id']} />
      </div>
      <FormField label="Tags" error={errors['tags']} hint="With commas between them">
        {props => <input {...props} name="tags" autoComplete="off" placeholder="billing, refund" />}
      </FormField>
    </>
  );
}

function AssigneeSelect({ error }: { error: string | undefined }) {
  const me = usePerson();
  const people = useAssignable();
  return (
    <FormField label="Assignee" error={error}>
      {props => (
        <select {...props} name="assignee_id" defaultValue="">
          <option value="">Nobody</option>
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
