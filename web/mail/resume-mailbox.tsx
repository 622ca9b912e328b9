import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api-client/client.ts';
import { showDone, showFailure } from '../toasts/toast-store.ts';
import { refetchMail } from './refetch-mail.ts';

/** Button that resumes a mailbox. The desk connects again and sends the mailbox's waiting mail. */
export function ResumeMailbox({ mailbox: { id, name } }: { mailbox: { id: string; name: string } }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('PUT /mailboxes/{mailbox_id}/attempt', { params: { mailbox_id: id } }),
    onSuccess: () => showDone(`${name} resumed`),
    onError: error => showFailure(`Couldn’t resume ${name}`, error, () => mutate()),
    onSettled: () => refetchMail(client),
  });
  return (
    // Stays focusable during the request, because the button stays visible if the server fails again.
    <button type="button" className="button" aria-disabled={isPending} onClick={() => isPending || mutate()}>
      Resume<span className="visually-hidden"> {name}</span>
    </button>
  );
}
