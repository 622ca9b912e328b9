import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Mailbox } from '#contract';
import { call } from '../../api-client/client.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { showDone, showFailure } from '../../toasts/toast-store.ts';

/** Ends a pause, and sends all waiting mail of the mailbox. */
export function ResumeMailbox({ mailbox: { id, name } }: { mailbox: Mailbox }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('PUT /mailboxes/{mailbox_id}/attempt', { params: { mailbox_id: id } }),
    onSuccess: () => showDone(`${name} sends again`),
    onError: error => showFailure(`Couldn’t resume ${name}`, error, () => mutate()),
    onSettled: () => client.invalidateQueries({ queryKey: mailboxesQuery.queryKey }),
  });
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
      Resume
    </button>
  );
}
