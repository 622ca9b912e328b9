import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Mailbox } from '#contract';
import { call } from '../../api-client/client.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { usePerson } from '../../session/person.ts';
import { removeDrafts } from '../../storage/remove-drafts.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { mailboxQuery } from './queries.ts';

/** Deletes a mailbox after confirmation. */
export function DeleteMailbox({ mailbox: { id, name, address } }: { mailbox: Mailbox }) {
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id: personId } = usePerson();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => call('DELETE /mailboxes/{mailbox_id}', { params: { mailbox_id: id } }),
    onSuccess: async () => {
      removeDrafts(personId, `settings/mailboxes/${id}/`);
      await navigate({ to: '/settings/mailboxes' });
      client.removeQueries({ queryKey: mailboxQuery(id).queryKey });
      void client.invalidateQueries({ queryKey: mailboxesQuery.queryKey });
      showDone('Mailbox deleted');
    },
  });
  const dismiss = (): void => {
    reset();
    setConfirming(false);
  };
  return (
    <>
      <button type="button" className="button" aria-label="Delete the mailbox" onClick={() => setConfirming(true)}>
        <Icon name="trash" size={14} />
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Delete this mailbox?"
        action="Delete"
        {...{ error, isPending }}
        onConfirm={mutate}
        onDismiss={dismiss}
      >
        <p>
          This permanently deletes “<bdi>{name}</bdi>” ({address}) and its credentials. Its tickets stay, but mail to
          this address no longer reaches them.
        </p>
      </ConfirmDialog>
    </>
  );
}
