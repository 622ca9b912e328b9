import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { Mail, Operations } from '#contract';
import { call } from '../../api-client/client.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { showFailure } from '../../toasts/toast-store.ts';
import { ownMailChanges } from '../own-changes.ts';
import { mailItem } from '../queries.ts';
import { refetchMail } from '../refetch-mail.ts';
import { useMailToast } from '../use-mail-toast.ts';
import { refetchAfterMail, waitForMail } from '../wait-for-mail.ts';
import { AddToTicket } from './add-to-ticket.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { useDiscard } from './use-discard.ts';
import type { ProblemList } from './use-problem-list.ts';

/** The actions on the open or focused mail, with their dialogs. */
export function IncomingActions({ problems }: { problems: ProblemList }) {
  const mayProcess = useIsAllowed('PUT /mails/{mail_id}/processing');
  const mayDiscard = useIsAllowed('DELETE /mails/{mail_id}');
  const client = useQueryClient();
  const process = useProcess(problems);
  const discard = useDiscard(problems, ownMailChanges, id =>
    call('DELETE /mails/{mail_id}', { params: { mail_id: id } }),
  );
  const [addingId, setAddingId] = useState<string | null>(null);
  const [discardingId, setDiscardingId] = useState<string | null>(null);
  const { onTarget } = problems;
  /** Creates a ticket from a mail. A failed mail could not be parsed, so its ticket only has the original attached. */
  const createTicket = async (id: string): Promise<void> => {
    const { state } = await client.ensureQueryData(mailItem(id));
    process({ id, processing: { as: state === 'failed' ? 'plain_ticket' : 'new_ticket' } });
  };
  useAction('mail.retry', mayProcess ? onTarget(id => process({ id, processing: { as: 'automatic' } })) : null);
  const tryToCreateTicket = (id: string): void =>
    void createTicket(id).catch(error => showFailure('Couldn’t create a ticket', error, () => tryToCreateTicket(id)));
  useAction('mail.ticket', mayProcess ? onTarget(tryToCreateTicket) : null);
  useAction('mail.add', mayProcess ? onTarget(setAddingId) : null);
  useAction('mail.discard', mayDiscard ? onTarget(setDiscardingId) : null);
  return (
    <>
      <AddToTicket
        mailId={addingId}
        onDismiss={() => setAddingId(null)}
        onChoose={ticket_id => {
          setAddingId(null);
          if (addingId !== null) process({ id: addingId, processing: { as: 'ticket', ticket_id } });
        }}
      />
      <DiscardDialog
        id={discardingId}
        title="Discard this email?"
        text="This permanently deletes the email and its original. The sender gets no reply."
        discard={discard}
        onDone={() => setDiscardingId(null)}
      />
    </>
  );
}

type Processing = z.input<Operations['PUT /mails/{mail_id}/processing']['body']>;
type ProcessRequest = { id: string; processing: Processing };

/** PUT /mails/{mail_id}/processing. Shows the result. */
function useProcess(problems: ProblemList): (request: ProcessRequest) => void {
  const client = useQueryClient();
  const showResult = useMailToast();
  const { mutate } = useMutation({
    mutationFn: async ({ id, processing }: ProcessRequest): Promise<Mail> => {
      const params = { mail_id: id };
      return waitForMail((await call('PUT /mails/{mail_id}/processing', { params, body: processing })).body);
    },
    scope: { id: 'mail' },
    onSuccess: mail => {
      client.setQueryData(mailItem(mail.id).queryKey, mail);
      if (mail.state !== 'held' && mail.state !== 'failed') {
        ownMailChanges.add(mail.id);
        problems.leave(mail.id);
      }
      refetchAfterMail(client, mail);
      showResult(mail);
    },
    onError: (error, request) => {
      refetchMail(client);
      showFailure('Couldn’t process the email', error, () => mutate(request));
    },
  });
  return mutate;
}
