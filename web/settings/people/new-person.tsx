import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Person } from '#contract';
import type { InvitationDelivery } from '#contract/enums';
import { call } from '../../api-client/client.ts';
import { createIdempotencyKeys } from '../../api-client/idempotency-keys.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { showDone, showFailure } from '../../toasts/toast-store.ts';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { buildChange } from '../form/fields.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import settings from '../settings.module.css';
import { createLink } from './create-link.ts';
import { generatePassword } from './generate-password.ts';
import { accessField, personFields } from './person-fields.ts';
import { storePerson } from './queries.ts';
import { NewLink, NewPassword } from './shown-once.tsx';

const ownFields = personFields(false);
const fields = [...ownFields, accessField];
const empty = { version: 0, texts: { name: '', email: '', role: 'agent', access: 'mail' } };

type Added = { person: Person; link: string | null; password: string | null };

/** Adds a person, who is invited or gets a generated password. A link or a password is shown once. */
export function NewPersonPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [getKey] = useState(createIdempotencyKeys);
  // A retry sends the same password.
  const [password] = useState(generatePassword);
  const first = useFirstFocus<HTMLDivElement>();
  const [added, setAdded] = useState<Added | null>(null);
  const open = ({ id: personId }: Person) => void navigate({ to: '/settings/people/$personId', params: { personId } });
  const invite = async (person: Person, deliver: InvitationDelivery): Promise<void> => {
    try {
      const link = await createLink(client, { person, kind: 'invitation', deliver });
      if (link !== null) return setAdded({ person, link, password: null });
      showDone(`Invitation sent to ${person.email}`);
    } catch (error) {
      showFailure(`${person.name} was added, but not invited`, error);
    }
    open(person);
  };
  const state = useSettingsForm({
    fields,
    current: empty,
    draftPath: 'settings/people/new',
    save: async (_change, _version, { access, ...texts }) => {
      const hasPassword = access === 'password';
      const change = buildChange(ownFields, empty.texts, texts);
      const body = { name: '', email: '', ...change, ...(hasPassword && { password }) };
      const { body: person } = await call('POST /people', { body, idempotencyKey: getKey(body) });
      storePerson(client, person);
      if (hasPassword) setAdded({ person, password, link: null });
      else await invite(person, access === 'link' ? 'link' : 'mail');
      return empty;
    },
    reload: async () => empty,
  });
  return (
    <section className={detailPane.pane} aria-label="New person">
      <PageTitle>New person</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to people" to={{ to: '/settings/people' }} />
          <h1 className={settings.title}>New person</h1>
        </div>
      </header>
      <div ref={first} className={settings.screen}>
        <SettingsForm title="Person" fields={fields} state={state} />
        <ToastSpacer under="page" />
      </div>
      {added && (
        <>
          <NewPassword name={added.person.name} password={added.password} onStored={() => open(added.person)} />
          <NewLink name={added.person.name} link={added.link} onStored={() => open(added.person)} />
        </>
      )}
    </section>
  );
}
