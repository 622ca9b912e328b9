import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Delivery } from '#contract';
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
import { administratorsOnly, useMayDecide } from './use-may-decide.ts';
import type { ProblemList } from './use-problem-list.ts';

type OutgoingActionsProps = { problems: ProblemList; mails: readonly Delivery[] };

/** The actions on the open or focused mail, with their dialog. */
export function OutgoingActions({ problems, mails }: OutgoingActionsProps) {
  const mayAttempt = useIsAllowed('PUT /deliveries/{delivery_id}/attempt');
  const mayDiscard = useIsAllowed('DELETE /deliveries/{delivery_id}');
  const attempt = useAttempt(problems);
  const discard = useDiscard(problems, ownDeliveryChanges, id =>
    call('DELETE /deliveries/{delivery_id}', { params: { delivery_id: id } }),
  );
  const [discardingId, setDiscardingId] = useState<string | null>(null);
  const restrict = useRestrict(problems, mails);
  useAction('mail.retry', mayAttempt ? restrict(attempt) : null);
  useAction('mail.discard', mayDiscard ? restrict(setDiscardingId) : null);
  return (
    <DiscardDialog
      id={discardingId}
      title="Discard this email?"
      text="The desk will not try to send it again. A reply stays on its ticket."
      discard={discard}
      onDone={() => setDiscardingId(null)}
    />
  );
}

/** Returns a function that restricts an action to people who may decide about the mail. */
function useRestrict({ onTarget }: ProblemList, mails: readonly Delivery[]) {
  const client = useQueryClient();
  const mayDecide = useMayDecide();
  return (act: (id: string) => void) =>
    onTarget(id => {
      const mail = client.getQueryData(deliveryItem(id).queryKey) ?? mails.find(each => each.id === id);
      if (mail === undefined || mayDecide(mail)) act(id);
      else showWarning('Nothing was changed', administratorsOnly);
    });
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
        return showDone(mail.state === 'sent' ? 'The email was sent' : 'The email was captured');
      }
      const { label, explanation } = describeOutgoing(mail);
      showWarning(label, explanation);
    },
    onError: (error, id) => showFailure('Couldn’t send the email', error, () => mutate(id)),
    onSettled: () => refetchMail(client),
  });
  return mutate;
}
