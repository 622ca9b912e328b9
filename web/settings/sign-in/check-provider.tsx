import { useMutation } from '@tanstack/react-query';
import type { IdentityProvider, IdentityProviderCheck } from '#contract';
import { call } from '../../api-client/client.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import form from '../form/settings-form.module.css';
import { StateLabel, type StateLook } from '../state-label.tsx';
import css from './sign-in.module.css';

/** Shows the redirect URI to register, and checks the issuer of the stored provider. */
export function CheckProvider({ provider: { id, redirect_uri: uri } }: { provider: IdentityProvider }) {
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async () => {
      const request = { params: { identity_provider_id: id }, body: {} };
      return (await call('PUT /identity_providers/{identity_provider_id}/check', request)).body;
    },
  });
  return (
    <section className={form.form} tabIndex={-1} aria-label="Check">
      <h2>Check</h2>
      <p className={`${form.about} ${css.uri}`}>
        <span>
          Redirect URI to register at the provider: <code>{uri}</code>
        </span>
        <CopyButton text={uri} subject="the redirect URI" />
      </p>
      <div role="status">{data && <Result result={data} />}</div>
      <footer>
        {error && <FormError error={error} />}
        <span role="status" className={form.status}>
          {isPending ? 'Checking…' : ''}
        </span>
        <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
          Check
        </button>
      </footer>
    </section>
  );
}

const looks: Readonly<Record<IdentityProviderCheck['state'], StateLook>> = {
  ok: { label: 'The provider responds', icon: 'check', ink: 'var(--ink-2)' },
  failed: { label: 'Failed', icon: 'cross', ink: 'var(--urgent)' },
};

const Result = ({ result: { state, response, advice } }: { result: IdentityProviderCheck }) => (
  <p className={css.result}>
    <StateLabel look={looks[state]} />
    {response !== null && (
      <bdi className="mono" dir="ltr">
        {response}
      </bdi>
    )}
    {advice !== null && <span>{advice}</span>}
  </p>
);
