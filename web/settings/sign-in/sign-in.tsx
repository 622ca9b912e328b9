import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { IdentityProvider } from '#contract';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { deskSettingsQuery } from '../../session/desk-settings.ts';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { DeskForm } from '../desk/desk-form.tsx';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { StateLabel, type StateLook } from '../state-label.tsx';
import { useLinkKeys } from '../use-link-keys.ts';
import { passwordFields, secondFactorFields } from './policy-fields.ts';
import { identityProvidersQuery } from './queries.ts';
import css from './sign-in.module.css';

/** Edits the sign-in of people: identity providers, passwords, and the second factor. */
export function SignInPage() {
  const policy = useQuery(deskSettingsQuery);
  const providers = useQuery(identityProvidersQuery);
  const failed = [policy, providers].find(query => query.isError && query.data === undefined);
  return (
    <section className={detailPane.pane} aria-label="Sign-in">
      <PageTitle>Sign-in</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to settings" to={{ to: '/settings' }} />
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
            {providers.data.length > 0 && (
              <DeskForm
                title="Passwords"
                name="passwords"
                about="Sign-in with a password, in addition to the providers."
                fields={passwordFields}
                stored={policy.data}
              />
            )}
            <DeskForm
              title="Two-step sign-in"
              name="second-factor"
              about="A code from an app on the phone, or a passkey. Everyone can set it up under Sign-in security."
              fields={secondFactorFields}
              stored={policy.data}
            />
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
