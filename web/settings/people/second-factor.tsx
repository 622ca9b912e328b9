import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Person, SecondFactors } from '#contract';
import { call } from '../../api-client/client.ts';
import { useSecurityUrl } from '../../session/queries.ts';
import { formatDay } from '../../tickets/filter/filter-days.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { AccessRow } from './access-row.tsx';
import { secondFactorOwnersQuery, secondFactorsQuery, sessionsQuery } from './queries.ts';

type Factor = SecondFactors['second_factors'][number];

const title = 'Two-step sign-in';

/** Links to the page on which people set up their own second factor. */
export const OwnSecondFactor = () => (
  <AccessRow title={title} about="Passkeys, or a code from an app on your phone as a second step.">
    <a className="button" href={useSecurityUrl()} target="_blank" rel="noopener">
      Sign-in security
    </a>
  </AccessRow>
);

/** Shows the second factors of another person, and resets them. */
export function SecondFactor({ person }: { person: Person }) {
  const { data, error } = useQuery(secondFactorsQuery(person.id));
  const factors = data?.second_factors ?? [];
  if (error && data === undefined)
    return (
      <AccessRow title={title} about="Couldn’t load the second factors.">
        <FormError error={error} />
      </AccessRow>
    );
  if (factors.length === 0) return <AccessRow title={title} about={data === undefined ? 'Loading…' : 'Not set up.'} />;
  return (
    <AccessRow title={title} about={factors.map(describeFactor).join(' ')}>
      <ResetSecondFactor person={person} />
    </AccessRow>
  );
}

const describeFactor = ({ name, created_at, last_used_at, disabled_at }: Factor): string => {
  const kind = name === null ? 'An authenticator app' : `The passkey “${name}”`;
  const disabled = disabled_at === null ? '' : ` Disabled ${formatDay(disabled_at)}: it may have been copied.`;
  return `${kind}, since ${formatDay(created_at)}. Last used ${formatDay(last_used_at)}.${disabled}`;
};

function ResetSecondFactor({ person: { id, name } }: { person: Person }) {
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => call('DELETE /people/{person_id}/second_factors', { params: { person_id: id } }),
    onSuccess: () => {
      setConfirming(false);
      client.setQueryData(secondFactorsQuery(id).queryKey, { second_factors: [] });
      void client.invalidateQueries({ queryKey: secondFactorOwnersQuery.queryKey });
      void client.invalidateQueries({ queryKey: sessionsQuery(id).queryKey });
      showDone('Two-step sign-in reset');
    },
  });
  return (
    <>
      <button type="button" className="button" onClick={() => setConfirming(true)}>
        Reset
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Reset two-step sign-in?"
        action="Reset"
        {...{ error, isPending }}
        onConfirm={() => mutate()}
        onDismiss={() => {
          reset();
          setConfirming(false);
        }}
      >
        <p>
          “<bdi>{name}</bdi>” is signed out everywhere. Their authenticator app, passkeys and recovery codes stop
          working, and the password is enough until they set up a second factor again. Make sure that the request comes
          from this person.
        </p>
      </ConfirmDialog>
    </>
  );
}
