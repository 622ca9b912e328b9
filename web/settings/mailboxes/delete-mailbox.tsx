import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Mailbox } from '#contract';
import { call } from '../../api-client/client.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { usePerson } from '../../session/person.ts';
import { persistDraft } from '../../storage/drafts.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { FormError } from '../../ui/form-error.tsx';
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
      for (const part of ['mailbox', 'outgoing'])
        persistDraft({ personId, path: `settings/mailboxes/${id}/${part}` }, null);
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
      <Dialog open={isConfirming} title="Delete this mailbox?" onDismiss={isPending ? null : dismiss}>
        <p>
          This permanently deletes “<bdi>{name}</bdi>” ({address}) and its password. Its tickets stay, but mail to this
          address no longer reaches them.
        </p>
        {error && <FormError error={error} />}
        <DialogFooter>
          {/* biome-ignore lint/a11y/noAutofocus: the harmless choice has the focus */}
          <button type="button" className="button" autoFocus disabled={isPending} onClick={dismiss}>
            Cancel
          </button>
          <button type="button" className="button danger" disabled={isPending} onClick={() => mutate()}>
            Delete
          </button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
