import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Person } from '#contract';
import { call } from '../../api-client/client.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import settings from '../settings.module.css';
import { generatePassword } from './generate-password.ts';
import { NewPassword } from './new-password.tsx';
import { personFields } from './person-fields.ts';
import { storePerson } from './queries.ts';

const fields = personFields(false);
const empty = { version: 0, texts: { name: '', email: '', role: 'agent' } };

/** Adds a person with a generated password, which is shown once. */
export function NewPersonPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // A retry sends the same password.
  const [password] = useState(generatePassword);
  const first = useFirstFocus<HTMLDivElement>();
  const [added, setAdded] = useState<Person | null>(null);
  const state = useSettingsForm({
    fields,
    current: empty,
    draftPath: 'settings/people/new',
    save: async change => {
      const body = { name: '', email: '', ...change, password };
      const { body: person } = await call('POST /people', { body, idempotencyKey });
      storePerson(client, person);
      setAdded(person);
      return empty;
    },
    reload: async () => empty,
  });
  return (
    <section className={detailPane.pane} aria-label="New person">
      <title>New person · Stardesk</title>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to the people" to={{ to: '/settings/people' }} />
          <h1 className={settings.title}>New person</h1>
        </div>
      </header>
      <div ref={first} className={settings.screen}>
        <SettingsForm
          title="Person"
          about="A password is generated when you save, and shown once."
          fields={fields}
          state={state}
        />
        <ToastSpacer under="page" />
      </div>
      <NewPassword
        name={added?.name ?? ''}
        password={added && password}
        onStored={() => void navigate({ to: '/settings/people/$personId', params: { personId: added?.id ?? '' } })}
      />
    </section>
  );
}
