import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { NewClient } from '#contract';
import { call } from '../../api-client/client.ts';
import { createIdempotencyKeys } from '../../api-client/idempotency-keys.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import settings from '../settings.module.css';
import { Credentials } from './credentials.tsx';
import { buildNewProgram, newProgramTexts, programFields } from './program-fields.ts';
import { storeProgram } from './queries.ts';

const fields = programFields('', true);
const empty = { version: 0, texts: newProgramTexts };

/** Registers a program, and shows its credentials once. */
export function NewProgramPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [getKey] = useState(createIdempotencyKeys);
  const first = useFirstFocus<HTMLDivElement>();
  const [registered, setRegistered] = useState<NewClient | null>(null);
  const state = useSettingsForm({
    fields,
    current: empty,
    draftPath: 'settings/programs/new',
    save: async (_change, _version, texts) => {
      const body = { name: '', redirect_uris: [], scopes: [], ...buildNewProgram(texts) };
      const { client_secret, ...program } = (await call('POST /clients', { body, idempotencyKey: getKey(body) })).body;
      storeProgram(client, program);
      setRegistered({ ...program, client_secret });
      return empty;
    },
    reload: async () => empty,
  });
  const kind = state.texts['kind'] ?? '';
  return (
    <section className={detailPane.pane} aria-label="New program">
      <PageTitle>New program</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to programs" to={{ to: '/settings/programs' }} />
          <h1 className={settings.title}>New program</h1>
        </div>
      </header>
      <div ref={first} className={settings.screen}>
        <SettingsForm
          title="Program"
          about="People sign in here and give the program access. It never sees their passwords."
          fields={programFields(kind, true)}
          state={state}
        />
        <ToastSpacer under="page" />
      </div>
      <Credentials
        title="Credentials"
        values={registered && listCredentials(registered)}
        onStored={() =>
          void navigate({ to: '/settings/programs/$clientId', params: { clientId: registered?.id ?? '' } })
        }
      >
        <bdi>{registered?.name}</bdi> uses these credentials to sign people in.{' '}
        {registered?.client_secret === null ? 'It has no secret.' : 'The secret is shown only now.'}
      </Credentials>
    </section>
  );
}

const listCredentials = ({ client_id, client_secret }: NewClient): Record<string, string> => ({
  'Client ID': client_id,
  ...(client_secret !== null && { 'Client secret': client_secret }),
});
