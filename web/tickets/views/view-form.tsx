import { type FormEvent, useEffect, useRef, useState } from 'react';
import { submitByKey } from '../../keyboard/submit-by-key.ts';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { FormField, groupFieldErrors } from '../../ui/form-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import css from './view-form.module.css';

/** The API allows 100 code points. The field counts UTF-16 code units, at most two per code point. */
const maxNameLength = 200;

type NamedView = { name: string; shared: boolean };

type ViewFormProps = {
  view: NamedView;
  submitLabel: string;
  filtersByMe: boolean;
  error: unknown;
  isPending: boolean;
  onSubmit: (view: NamedView) => void;
  onCancel: () => void;
};

export default function ViewForm({
  view,
  submitLabel,
  filtersByMe,
  error,
  isPending,
  onSubmit,
  onCancel,
}: ViewFormProps) {
  const [name, setName] = useState(view.name);
  const [shared, setShared] = useState(view.shared);
  const errors = groupFieldErrors(error);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) onSubmit({ name: name.trim(), shared });
  };
  return (
    <form className={css.form} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <FormField label="Name" error={errors['name']}>
        {props => (
          <input
            {...props}
            ref={input}
            value={name}
            maxLength={maxNameLength}
            placeholder="Refunds, urgent first"
            autoComplete="off"
            enterKeyHint="done"
            onChange={event => setName(event.target.value)}
          />
        )}
      </FormField>
      <div className={css.shared}>
        <Switch label="Share with the team" on={shared} onChange={setShared} />
        <p>
          {shared ? 'Everyone can open it; only you can change it.' : 'Only visible to you.'}
          {shared && filtersByMe && ' “me” means the person who opens it.'}
        </p>
      </div>
      <DialogFooter>
        {error !== null && errors['name'] === undefined && (
          <FormError error={error} message={errors['query'] && `This list ${errors['query']}`} />
        )}
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isPending}>
          {submitLabel}
        </button>
      </DialogFooter>
    </form>
  );
}
