import { useQueryClient } from '@tanstack/react-query';
import type { Mailbox, MailboxAuthorization } from '#contract';
import { call } from '../../api-client/client.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { readTexts } from '../form/fields.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import { StateError, StateLabel, type StateLook } from '../state-label.tsx';
import { authorizationFields, buildAuthorization, selectFields } from './authorization.ts';
import css from './authorization-form.module.css';
import { authorizationQuery } from './queries.ts';

type AuthorizationFormProps = { mailbox: Mailbox; authorization: MailboxAuthorization };

/** Edits the sign-in of a mailbox at a provider, and starts the sign-in. */
export function AuthorizationForm({ mailbox: { id }, authorization }: AuthorizationFormProps) {
  const fields = authorizationFields(authorization);
  const client = useQueryClient();
  const params = { mailbox_id: id };
  const toBase = (stored: MailboxAuthorization) => ({
    version: stored.version,
    texts: readTexts(fields, stored),
  });
  const store = (stored: MailboxAuthorization) => {
    client.setQueryData(authorizationQuery(id).queryKey, stored);
    return toBase(stored);
  };
  const state = useSettingsForm({
    fields,
    current: toBase(authorization),
    draftPath: `settings/mailboxes/${id}/authorization`,
    save: async (change, ifVersion) => {
      const stored = client.getQueryData(authorizationQuery(id).queryKey) ?? authorization;
      const body = buildAuthorization(stored, change as Record<string, unknown>);
      return store((await call('PUT /mailboxes/{mailbox_id}/authorization', { params, body, ifVersion })).body);
    },
    reload: async () => store((await call('GET /mailboxes/{mailbox_id}/authorization', { params })).body),
  });
  const provider = state.texts['provider'] ?? '';
  return (
    <SettingsForm
      title="Sign-in"
      about={
        <>
          At Google, Microsoft and other providers, a mailbox can sign in with OAuth. Register a client there, and enter
          it below. Then choose the provider under “Signs in with” for each server above.
          {provider !== '' && <RedirectUri uri={authorization.redirect_uri} />}
          {authorization.authorize_url !== null && (
            <SignIn authorization={authorization} url={authorization.authorize_url} isChanged={state.isChanged} />
          )}
        </>
      }
      fields={selectFields(fields, provider)}
      state={state}
    />
  );
}

function RedirectUri({ uri }: { uri: string }) {
  return (
    <span className={css.line}>
      <span>
        Redirect URI to register: <code className={css.uri}>{uri}</code>
      </span>
      <CopyButton text={uri} subject="the redirect URI" />
    </span>
  );
}

const signedIn: StateLook = { label: 'Signed in', icon: 'check', ink: 'var(--ink-2)' };
const notSignedIn: StateLook = { label: 'Not signed in', icon: 'alert', ink: 'var(--ink-2)' };

type SignInProps = { authorization: MailboxAuthorization; url: string; isChanged: boolean };

/** The state of the sign-in, and a link to the provider. After the sign-in, the browser returns to this screen. */
function SignIn({ authorization: { state, error }, url, isChanged }: SignInProps) {
  const isSignedIn = state === 'authorized';
  return (
    <span className={css.line}>
      <span role="status">
        <StateLabel look={isSignedIn ? signedIn : notSignedIn} />
      </span>
      {error !== null && <StateError error={error} />}
      {!isChanged && (
        <a className={`button${isSignedIn ? '' : ' primary'}`} href={url}>
          {isSignedIn ? 'Sign in again' : 'Sign in'}
        </a>
      )}
    </span>
  );
}
