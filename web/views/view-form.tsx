import { type FormEvent, useEffect, useRef, useState } from 'react';
import { submitByKey } from '../keyboard/submit-by-key.ts';
import { Complaint } from '../ui/complaint.tsx';
import { DialogFoot } from '../ui/dialog-foot.tsx';
import { FormField, fieldErrorsOf } from '../ui/form-field.tsx';
import { Switch } from '../ui/switch.tsx';
import { useSavedViews } from './use-views.ts';
import css from './view-form.module.css';

/** The most the API takes, in code points; a field counts UTF-16 units, of which there are as many or more. */
const longestName = 200;

type Named = { name: string; shared: boolean };

type ViewFormProps = {
  /** What stands in the fields at first. */
  view: Named;
  /** The id of the view that is being changed; a new one has none. */
  id?: string;
  submitLabel: string;
  /** Whether “me” is a condition of the view. */
  isOfMe: boolean;
  error: unknown;
  isPending: boolean;
  onSubmit: (view: Named) => void;
  onCancel: () => void;
};

/** Names a view and says who has it. The server judges the name, and its words stand beside it. */
export default function ViewForm({
  view,
  id,
  submitLabel,
  isOfMe,
  error,
  isPending,
  onSubmit,
  onCancel,
}: ViewFormProps) {
  const [name, setName] = useState(view.name);
  const [shared, setShared] = useState(view.shared);
  const errors = fieldErrorsOf(error);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const hint = useIsTaken(name, id) ? 'There is a view of this name already.' : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) onSubmit({ name: name.trim(), shared });
  };
  return (
    <form className={css.form} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <FormField label="Name" error={errors['name']} {...(hint && { hint })}>
        {props => (
          <input
            {...props}
            ref={input}
            value={name}
            maxLength={longestName}
            placeholder="Refunds, urgent first"
            autoComplete="off"
            enterKeyHint="done"
            onChange={event => setName(event.target.value)}
          />
        )}
      </FormField>
      <div className={css.shared}>
        <Switch label="Share with the desk" on={shared} onChange={setShared} />
        <p>
          {shared ? 'Everybody can open it; only you can change it.' : 'Only you have it.'}
          {shared && isOfMe && ' “me” is whoever opens it.'}
        </p>
      </div>
      <DialogFoot>
        {error !== null && errors['name'] === undefined && (
          <Complaint error={error} words={errors['query'] && `This list ${errors['query']}`} />
        )}
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isPending}>
          {submitLabel}
        </button>
      </DialogFoot>
    </form>
  );
}

const fold = (name: string): string => name.trim().toLowerCase();

/** Whether another view that one may open has this name; that is no fault, but one may have meant it. */
function useIsTaken(name: string, id: string | undefined): boolean {
  const views = useSavedViews();
  return views.some(view => view.saved?.id !== id && fold(view.name) === fold(name));
}
