import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api-client/client.ts';
import { createIdempotencyKeys } from '../../api-client/idempotency-keys.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import settings from '../settings.module.css';
import { newProviderFields } from './provider-fields.ts';
import { storeIdentityProvider } from './queries.ts';

const empty = { version: 0, texts: { name: '', issuer: '', client_id: '', client_secret: '', domains: '' } };

/** Adds an identity provider. */
export function NewProviderPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [getKey] = useState(createIdempotencyKeys);
  const state = useSettingsForm({
    fields: newProviderFields,
    current: empty,
    draftPath: 'settings/sign-in/new',
    save: async change => {
      const body = { name: '', issuer: '', client_id: '', ...change };
      const { body: provider } = await call('POST /identity_providers', { body, idempotencyKey: getKey(body) });
      storeIdentityProvider(client, provider);
      void navigate({ to: '/settings/sign-in/$providerId', params: { providerId: provider.id } });
      return empty;
    },
    reload: async () => empty,
  });
  return (
    <section className={detailPane.pane} aria-label="New provider">
      <PageTitle>New provider</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to sign-in" to={{ to: '/settings/sign-in' }} />
          <h1 className={settings.title}>New provider</h1>
        </div>
      </header>
      <div className={settings.screen}>
        <SettingsForm
          title="Provider"
          about="Register a web application at the provider first. The redirect URI to register there is shown after you save."
          fields={newProviderFields}
          state={state}
        />
        <ToastSpacer under="page" />
      </div>
    </section>
  );
}
