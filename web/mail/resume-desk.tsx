import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api-client/client.ts';
import { deskSettingsQuery } from '../session/desk-settings.ts';
import { showDone, showFailure } from '../toasts/toast-store.ts';
import { refetchMail } from './refetch-mail.ts';

/** Button that resumes all outgoing mail. Waiting mail is sent immediately. */
export function ResumeDesk() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await call('PATCH /settings', { body: { outbound_paused: false } })).body,
    onSuccess: settings => {
      client.setQueryData(deskSettingsQuery.queryKey, settings);
      showDone('Outgoing mail resumed');
    },
    onError: error => showFailure('Couldn’t resume outgoing mail', error, () => mutate()),
    onSettled: () => refetchMail(client),
  });
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
      Resume<span className="visually-hidden"> all outgoing mail</span>
    </button>
  );
}
