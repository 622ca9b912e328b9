import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { IdentityProvider } from '#contract';
import { call } from '../../api-client/client.ts';
import { isNotFound } from '../../api-client/errors.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BodySkeleton } from '../../ui/skeleton.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { readTexts } from '../form/fields.ts';
import form from '../form/settings-form.module.css';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { CheckProvider } from './check-provider.tsx';
import { DeleteProvider } from './delete-provider.tsx';
import { providerFields, toProviderChange } from './provider-fields.ts';
import { identityProviderQuery, storeIdentityProvider } from './queries.ts';
import css from './sign-in.module.css';

/** The identity provider of the URL. */
export function ProviderPage() {
  const { providerId } = useParams({ from: '/desk/settings/sign-in/$providerId' });
  return (
    <section className={detailPane.pane} tabIndex={-1} aria-label="Provider">
      <ProviderBody key={providerId} id={providerId} />
    </section>
  );
}

function ProviderBody({ id }: { id: string }) {
  const { data: provider, error, refetch } = useQuery(identityProviderQuery(id));
  const failed = !provider && error;
  const title = provider?.name ?? 'Provider';
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to sign-in" to={{ to: '/settings/sign-in' }} />
          <h1 className={`${settings.title} truncate`} dir="auto">
            {title}
          </h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path={`/identity_providers/${id}`} />
            {provider && <DeleteProvider provider={provider} />}
          </span>
        </div>
      </header>
      {failed && <ProviderFailure error={failed} retry={() => void refetch()} />}
      {!failed && !provider && <BodySkeleton subject="the provider" />}
      {provider && (
        <div className={settings.screen}>
          <ProviderForm provider={provider} />
          <CheckProvider provider={provider} />
          <LinkingRules provider={provider} />
          <ToastSpacer under="page" />
        </div>
      )}
    </>
  );
}

const ProviderFailure = ({ error, retry }: { error: Error; retry: () => void }) =>
  isNotFound(error) ? (
    <EmptyState icon="search" title={error.status === 410 ? 'This provider was deleted' : 'Provider not found'}>
      <p>{error.description}</p>
      <Link className="button" to="/settings/sign-in">
        Go to all providers
      </Link>
    </EmptyState>
  ) : (
    <LoadFailure title="Couldn’t load the provider" error={error} retry={retry} />
  );

function ProviderForm({ provider }: { provider: IdentityProvider }) {
  const fields = providerFields(provider);
  const client = useQueryClient();
  const params = { identity_provider_id: provider.id };
  const toBase = (stored: IdentityProvider) => ({ version: stored.version, texts: readTexts(fields, stored) });
  const store = (stored: IdentityProvider) => {
    storeIdentityProvider(client, stored);
    return toBase(stored);
  };
  const state = useSettingsForm({
    fields,
    current: toBase(provider),
    draftPath: `settings/sign-in/${provider.id}/provider`,
    save: async (change, ifVersion) => {
      const request = { params, body: toProviderChange(change), ifVersion };
      return store((await call('PATCH /identity_providers/{identity_provider_id}', request)).body);
    },
    reload: async () => store((await call('GET /identity_providers/{identity_provider_id}', { params })).body),
  });
  return <SettingsForm title="Provider" fields={fields} state={state} />;
}

/** Lists the rules that allow a sign-in with the provider. */
function LinkingRules({ provider }: { provider: IdentityProvider }) {
  const { name, domains, auto_create: autoCreate, trust_unverified_email: trustsUnverified } = provider;
  const address = trustsUnverified ? 'address' : 'verified address';
  const listed = domains.length === 0 ? 'a listed domain' : domains.join(' or ');
  return (
    <section className={form.form} aria-label="Who can sign in">
      <h2>Who can sign in</h2>
      <ol className={css.rules}>
        <li>People who have signed in with {name} before, even if their address has changed there.</li>
        <li>People who continue with {name} on their invitation.</li>
        <li>
          People whose {address} at {listed} is the address of their account here. Administrators enter their password
          once.
        </li>
        {autoCreate !== null && (
          <li>
            Everyone else with {trustsUnverified ? 'an' : 'a'} {address} at {listed}. They get a new account as{' '}
            {autoCreate.role}.
          </li>
        )}
        <li>Others see “There is no account for you here”.</li>
      </ol>
    </section>
  );
}
