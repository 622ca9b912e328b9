import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Person } from '#contract';
import { call } from '../../api-client/client.ts';
import { ignoreNotFound } from '../../api-client/errors.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { invitationsQuery } from './queries.ts';

/** Withdraws the invitation of a person after confirmation. */
export function WithdrawInvitation({ person }: { person: Person }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () =>
      call('DELETE /people/{person_id}/invitation', { params: { person_id: person.id } }).catch(ignoreNotFound),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      showDone('Invitation withdrawn');
      setConfirming(false);
    },
  });
  const dismiss = (): void => {
    reset();
    setConfirming(false);
  };
  return (
    <>
      <button type="button" className="button" onClick={() => setConfirming(true)}>
        Withdraw
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Withdraw this invitation?"
        action="Withdraw"
        {...{ error, isPending }}
        onConfirm={mutate}
        onDismiss={dismiss}
      >
        <p>
          The link of <bdi>{person.name}</bdi> stops working. You can invite them again.
        </p>
      </ConfirmDialog>
    </>
  );
}
