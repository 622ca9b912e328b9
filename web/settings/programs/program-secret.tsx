import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Client } from '#contract';
import { call } from '../../api-client/client.ts';
import { submitByKey } from '../../keyboard/submit-by-key.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Time } from '../../ui/time.tsx';
import form from '../form/settings-form.module.css';
import { Credentials } from './credentials.tsx';
import css from './programs.module.css';
import { programQuery, programsQuery } from './queries.ts';

/** Replaces the secret of a program. The old secret may stay valid for a while. */
export function ProgramSecret({ program }: { program: Client }) {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const endsAt = program.old_secret_ends_at;
  const isOldValid = endsAt !== null && Date.parse(endsAt) > Date.now();
  return (
    <section className={form.form} tabIndex={-1} aria-label="Secret">
      <h2>Secret</h2>
      <div className={css.part}>
        <p>
          {isOldValid ? (
            <>
              The old secret works until <Time at={endsAt} as="when" />.
            </>
          ) : (
            'It cannot be read again. A new secret can overlap with the old one.'
          )}
        </p>
        <button type="button" className="button" onClick={() => setOpen(true)}>
          Rotate the secret
        </button>
      </div>
      <Dialog open={isOpen} title="Rotate the secret" onDismiss={() => setOpen(false)}>
        <RotateForm
          program={program}
          onCancel={() => setOpen(false)}
          onDone={created => {
            setOpen(false);
            setSecret(created);
          }}
        />
      </Dialog>
      <Credentials
        title="New secret"
        values={secret === null ? null : { 'Client secret': secret }}
        onStored={() => setSecret(null)}
      >
        <bdi>{program.name}</bdi> authenticates with this secret, which is shown only now.
      </Credentials>
    </section>
  );
}

const overlaps = [
  { value: '0', label: 'It stops working now' },
  { value: '3600', label: 'It works for one more hour' },
  { value: '86400', label: 'It works for one more day' },
  { value: '604800', label: 'It works for seven more days' },
];

type RotateFormProps = { program: Client; onCancel: () => void; onDone: (secret: string) => void };

function RotateForm({ program: { id, name }, onCancel, onDone }: RotateFormProps) {
  const client = useQueryClient();
  const [seconds, setSeconds] = useState('86400');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const params = { client_id: id };
      const body = { ends_in_seconds: Number(seconds) };
      return (await call('PUT /clients/{client_id}/secret', { params, body, repeatable: false })).body;
    },
    onSuccess: ({ client_secret }) => {
      void client.invalidateQueries({ queryKey: programQuery(id).queryKey });
      void client.invalidateQueries({ queryKey: programsQuery.queryKey, exact: true });
      onDone(client_secret ?? '');
    },
  });
  const rotate = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <form className={css.dialog} onSubmit={rotate} onKeyDown={submitByKey} noValidate>
      <p>
        <bdi>{name}</bdi> gets a new secret, which is shown once.
      </p>
      <FormField label="The old secret">
        {props => (
          <select {...props} value={seconds} onChange={event => setSeconds(event.target.value)}>
            {overlaps.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <DialogFooter>
        {error && <FormError error={error} />}
        <button type="button" className="button" disabled={isPending} onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isPending}>
          Rotate
        </button>
      </DialogFooter>
    </form>
  );
}
