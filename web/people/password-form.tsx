import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api-client/client.ts';
import { submitByKey } from '../keyboard/submit-by-key.ts';
import { usePerson } from '../session/person.ts';
import { showToast } from '../toasts/toast-store.ts';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { FormError } from '../ui/form-error.tsx';
import { FormField, groupFieldErrors } from '../ui/form-field.tsx';
import { Switch } from '../ui/switch.tsx';
import css from './password-form.module.css';

type Passwords = { current_password: string; password: string };

/** Form for a new password (PATCH /people/me). Shows the server's field errors. */
export default function PasswordForm({ onDone }: { onDone: () => void }) {
  const { email } = usePerson();
  const [visible, setVisible] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: Passwords) => call('PATCH /people/me', { body }),
    onSuccess: () => {
      onDone();
      showToast({
        tone: 'done',
        title: 'Password changed',
        message: 'You were signed out everywhere else.',
      });
    },
  });
  const errors = groupFieldErrors(error);
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: keyof Passwords): string => String(form.get(name) ?? '');
    if (!isPending) mutate({ current_password: text('current_password'), password: text('password') });
  };
  const type = visible ? 'text' : 'password';
  return (
    <form className={css.form} onSubmit={save} onKeyDown={submitByKey} noValidate>
      <p>This signs you out everywhere else and disconnects your connected apps. You stay signed in here.</p>
      {/* Password managers read the account from this field. */}
      <input type="text" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <FormField label="Current password" error={errors['current_password']}>
        {props => (
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill this in
          <input {...props} autoFocus name="current_password" type={type} autoComplete="current-password" />
        )}
      </FormField>
      <FormField label="New password" error={errors['password']} hint="At least 10 characters">
        {props => <input {...props} name="password" type={type} autoComplete="new-password" />}
      </FormField>
      <Switch label="Show passwords" on={visible} onChange={setVisible} />
      <DialogFooter>
        {error && Object.keys(errors).length === 0 && <FormError error={error} />}
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isPending}>
          Change password
        </button>
      </DialogFooter>
    </form>
  );
}
