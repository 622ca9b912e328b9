import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Identity, Person } from '#contract';
import { call } from '../../api-client/client.ts';
import { ignoreNotFound } from '../../api-client/errors.ts';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { showDone } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import form from '../form/settings-form.module.css';
import { LoadFailure } from '../load-failure.tsx';
import { identityProvidersQuery } from '../sign-in/queries.ts';
import css from './people.module.css';
import { identitiesQuery, sessionsQuery } from './queries.ts';

/** The accounts at identity providers with which a person signs in. Each can be removed. */
export function Identities({ person }: { person: Person }) {
  const { data: identities, error, isPending, refetch } = useQuery(identitiesQuery(person.id));
  return (
    <section className={form.form} tabIndex={-1} aria-label="Linked sign-ins">
      <h2>Linked sign-ins</h2>
      {isPending && <RowSkeletons subject="the linked sign-ins" count={1} />}
      {!identities && error && (
        <LoadFailure title="Couldn’t load the linked sign-ins" error={error} retry={() => void refetch()} />
      )}
      {identities?.length === 0 && <p className={form.about}>Not linked to an identity provider.</p>}
      {identities?.map(identity => (
        <IdentityRow key={identity.id} person={person} identity={identity} />
      ))}
    </section>
  );
}

function IdentityRow({ person, identity }: { person: Person; identity: Identity }) {
  const { data: providers } = useQuery(identityProvidersQuery);
  const provider = providers?.find(({ issuer }) => issuer === identity.issuer);
  const name = provider?.name ?? new URL(identity.issuer).host;
  return (
    <div className={css.access}>
      <div>
        <h3 dir="auto">{name}</h3>
        <p>
          {identity.email && `${identity.email}, `}linked <Time at={identity.created_at} as="when" />
        </p>
      </div>
      <RemoveIdentity {...{ person, identity, name }} />
    </div>
  );
}

type RemoveIdentityProps = {
  person: Person;
  identity: Identity;
  /** The name of the provider. */
  name: string;
};

function RemoveIdentity({ person, identity: { id }, name }: RemoveIdentityProps) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const params = { person_id: person.id, identity_id: id };
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => call('DELETE /people/{person_id}/identities/{identity_id}', { params }).catch(ignoreNotFound),
    onSuccess: () => {
      setConfirming(false);
      showDone('Linked sign-in removed');
      void client.invalidateQueries({ queryKey: sessionsQuery(person.id).queryKey });
      return client.invalidateQueries({ queryKey: identitiesQuery(person.id).queryKey });
    },
  });
  return (
    <>
      <button type="button" className="button" onClick={() => setConfirming(true)}>
        Remove
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Remove this linked sign-in?"
        action="Remove"
        {...{ error, isPending }}
        onConfirm={() => mutate()}
        onDismiss={() => {
          reset();
          setConfirming(false);
        }}
      >
        <p>
          “<bdi>{person.name}</bdi>” is signed out everywhere. The next sign-in with “<bdi>{name}</bdi>” links the
          account again if the provider’s rules allow it.
        </p>
      </ConfirmDialog>
    </>
  );
}
