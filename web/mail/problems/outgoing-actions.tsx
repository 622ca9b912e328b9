import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api-client/client.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { showDone, showFailure, showWarning } from '../../toasts/toast-store.ts';
import { attemptDelivery } from '../attempt-delivery.ts';
import { ownDeliveryChanges } from '../own-changes.ts';
import { deliveryItem } from '../queries.ts';
import { refetchMail } from '../refetch-mail.ts';
import { describeOutgoing } from './describe-outgoing.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { useDiscard } from './use-discard.ts';
import type { ProblemList } from './use-problem-list.ts';

/** The actions on the open or focused mail, with their dialog. */
export function OutgoingActions({ problems }: { problems: ProblemList }) {
  const mayAttempt = useIsAllowed('PUT /deliveries/{delivery_id}/attempt');
  const mayDiscard = useIsAllowed('DELETE /deliveries/{delivery_id}');
  const attempt = useAttempt(problems);
  const discard = useDiscard(problems, ownDeliveryChanges, id =>
    call('DELETE /deliveries/{delivery_id}', { params: { delivery_id: id } }),
  );
  const [discardingId, setDiscardingId] = useState<string | null>(null);
  const { onTarget } = problems;
  useAction('mail.retry', mayAttempt ? onTarget(attempt) : null);
  useAction('mail.discard', mayDiscard ? onTarget(setDiscardingId) : null);
  return (
    <DiscardDialog
      id={discardingId}
      title="Give up on this mail?"
      text="The desk will not try to send it again. The reply stays on its ticket."
      discard={discard}
      onDone={() => setDiscardingId(null)}
    />
  );
}

/** Sends a mail again and shows the result. */
function useAttempt(problems: ProblemList): (id: string) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: attemptDelivery,
    scope: { id: 'mail' },
    onSuccess: mail => {
      client.setQueryData(deliveryItem(mail.id).queryKey, mail);
      if (mail.state === 'sent' || mail.state === 'captured') {
        ownDeliveryChanges.add(mail.id);
        problems.leave(mail.id);
        return showDone('The mail was sent');
      }
      const { label, explanation } = describeOutgoing(mail);
      showWarning(label, explanation);
    },
    onError: (error, id) => showFailure('Couldn’t send the mail', error, () => mutate(id)),
    onSettled: () => refetchMail(client),
  });
  return mutate;
}
