import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { IdentityProvider } from '#contract';
import { call } from '../../api-client/client.ts';
import { usePerson } from '../../session/person.ts';
import { removeDrafts } from '../../storage/remove-drafts.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { identityProviderQuery, identityProvidersQuery } from './queries.ts';

/** Deletes an identity provider after confirmation. */
export function DeleteProvider({ provider: { id, name } }: { provider: IdentityProvider }) {
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id: personId } = usePerson();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () =>
      call('DELETE /identity_providers/{identity_provider_id}', { params: { identity_provider_id: id } }),
    onSuccess: async () => {
      removeDrafts(personId, `settings/sign-in/${id}/`);
      await navigate({ to: '/settings/sign-in' });
      client.removeQueries({ queryKey: identityProviderQuery(id).queryKey });
      void client.invalidateQueries({ queryKey: identityProvidersQuery.queryKey });
      showDone('Provider deleted');
    },
  });
  const dismiss = (): void => {
    reset();
    setConfirming(false);
  };
  return (
    <>
      <button type="button" className="button" aria-label="Delete the provider" onClick={() => setConfirming(true)}>
        <Icon name="trash" size={14} />
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Delete this provider?"
        action="Delete"
        {...{ error, isPending }}
        onConfirm={mutate}
        onDismiss={dismiss}
      >
        <p>
          People can no longer sign in with “<bdi>{name}</bdi>”. Their accounts stay, and people with a password can
          still sign in with the password.
        </p>
      </ConfirmDialog>
    </>
  );
}
