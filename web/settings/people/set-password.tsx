import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Person } from '#contract';
import { call } from '../../api-client/client.ts';
import { submitByKey } from '../../keyboard/submit-by-key.ts';
import form from '../../people/password-form.module.css';
import { showDone } from '../../toasts/toast-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { FormField, groupFieldErrors } from '../../ui/form-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Switch } from '../../ui/switch.tsx';
import { generatePassword } from './generate-password.ts';
import { storePerson } from './queries.ts';
import { NewPassword } from './shown-once.tsx';

/** Button and dialog to set a new password for another person. A generated password is shown once. */
export function SetPassword({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false);
  const [generated, setGenerated] = useState<string | null>(null);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Set a new password
      </button>
      <Dialog open={isOpen} title="Set a new password" onDismiss={() => setOpen(false)}>
        <SetPasswordForm
          person={person}
          onCancel={() => setOpen(false)}
          onDone={password => {
            setOpen(false);
            setGenerated(password);
            if (password === null) showDone('Password set');
          }}
        />
      </Dialog>
      <NewPassword name={person.name} password={generated} onStored={() => setGenerated(null)} />
    </>
  );
}

type SetPasswordFormProps = {
  person: Person;
  onCancel: () => void;
  /** Called with the generated password; null if the password was typed. */
  onDone: (generated: string | null) => void;
};

const sources = [
  { value: 'generated', label: 'Generate one' },
  { value: 'typed', label: 'Type one' },
] as const;

function SetPasswordForm({ person: { id, name, email }, onCancel, onDone }: SetPasswordFormProps) {
  const client = useQueryClient();
  const [source, setSource] = useState<(typeof sources)[number]['value']>('generated');
  const [visible, setVisible] = useState(false);
  const [typed, setTyped] = useState('');
  // A retry sets the same password.
  const [generated] = useState(generatePassword);
  const isTyped = source === 'typed';
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (password: string) =>
      (await call('PATCH /people/{person_id}', { params: { person_id: id }, body: { password } })).body,
    onSuccess: person => {
      storePerson(client, person);
      onDone(isTyped ? null : generated);
    },
  });
  const errors = groupFieldErrors(error);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) mutate(isTyped ? typed : generated);
  };
  return (
    <form className={form.form} onSubmit={save} onKeyDown={submitByKey} noValidate>
      <p>
        This signs <bdi>{name}</bdi> out everywhere and revokes their access tokens.
      </p>
      <SegmentedControl label="New password" labelled segments={sources} chosen={source} onChoose={setSource} />
      {isTyped ? (
        <>
          {/* Names the account for password managers. */}
          <input type="text" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
          <FormField label="Password" error={errors['password']} hint="At least 10 characters">
            {props => (
              <input
                {...props}
                type={visible ? 'text' : 'password'}
                autoComplete="new-password"
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
            )}
          </FormField>
          <Switch label="Show the password" on={visible} onChange={setVisible} />
        </>
      ) : (
        <p className="field-hint">The password is shown once, after it is set.</p>
      )}
      <DialogFooter>
        {error && errors['password'] === undefined && <FormError error={error} />}
        <button type="button" className="button" disabled={isPending} onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isPending}>
          Set the password
        </button>
      </DialogFooter>
    </form>
  );
}
