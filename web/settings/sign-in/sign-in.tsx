import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { IdentityProvider, SettingsRepresentation } from '#contract';
import { call } from '../../api-client/client.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { deskSettingsQuery } from '../desk/queries.ts';
import { readTexts, type SettingsField } from '../form/fields.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { StateLabel, type StateLook } from '../state-label.tsx';
import { useLinkKeys } from '../use-link-keys.ts';
import { identityProvidersQuery } from './queries.ts';
import css from './sign-in.module.css';

/** How people sign in: the policy, and the identity providers. */
export function SignInPage() {
  const policy = useQuery(deskSettingsQuery);
  const providers = useQuery(identityProvidersQuery);
  const failed = [policy, providers].find(query => query.isError && query.data === undefined);
  return (
    <section className={detailPane.pane} aria-label="Sign-in">
      <title>Sign-in · Stardesk</title>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to the settings" to={{ to: '/settings' }} />
          <h1 className={settings.title}>Sign-in</h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path="/identity_providers" />
            <Link className="button primary" to="/settings/sign-in/new">
              New provider
            </Link>
          </span>
        </div>
      </header>
      <div className={settings.screen}>
        {failed && (
          <LoadFailure
            title="Couldn’t load the sign-in settings"
            error={failed.error}
            retry={() => void failed.refetch()}
          />
        )}
        {!failed && !(policy.data && providers.data) && <RowSkeletons subject="the sign-in settings" count={8} />}
        {policy.data && providers.data && (
          <>
            <Providers providers={providers.data} />
            {providers.data.length > 0 && <PolicyForm stored={policy.data} />}
          </>
        )}
        <ToastSpacer under="page" />
      </div>
    </section>
  );
}

const off: StateLook = { label: 'Off', icon: 'lock', ink: 'var(--ink-2)' };

function Providers({ providers }: { providers: readonly IdentityProvider[] }) {
  const list = useLinkKeys<HTMLUListElement>();
  if (providers.length === 0)
    return (
      <EmptyState icon="lock" title="Passwords only">
        <p>With an identity provider, people sign in with the account that they already have.</p>
      </EmptyState>
    );
  return (
    <ul ref={list} className={css.rows} aria-label="Identity providers">
      {providers.map(({ id, name, issuer, enabled }) => (
        <li key={id}>
          <Link to="/settings/sign-in/$providerId" params={{ providerId: id }}>
            <strong className="truncate" dir="auto">
              {name}
            </strong>
            <span className={`${css.issuer} truncate`}>{issuer}</span>
            {!enabled && <StateLabel look={off} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const policyFields: readonly SettingsField[] = [
  {
    ...{ name: 'password_sign_in', label: 'Passwords for everyone', kind: 'switch' },
    hint: 'Off: people with an account at a provider sign in only there.',
  },
];

function PolicyForm({ stored }: { stored: SettingsRepresentation }) {
  const client = useQueryClient();
  const toBase = (representation: SettingsRepresentation) => ({
    version: representation.version,
    texts: readTexts(policyFields, representation),
  });
  const store = (changed: SettingsRepresentation) => {
    client.setQueryData(deskSettingsQuery.queryKey, changed);
    return toBase(changed);
  };
  const state = useSettingsForm({
    fields: policyFields,
    current: toBase(stored),
    draftPath: 'settings/sign-in/policy',
    save: async (body, ifVersion) => store((await call('PATCH /settings', { body, ifVersion })).body),
    reload: async () => store((await call('GET /settings', {})).body),
    canUndo: true,
  });
  return <SettingsForm title="Passwords" fields={policyFields} state={state} />;
}
