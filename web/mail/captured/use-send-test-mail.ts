import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Operations } from '#contract';
import { call } from '../../api-client/client.ts';
import type { DraftKey } from '../../storage/drafts.ts';
import { refetchAfterMail, waitForMail } from '../wait-for-mail.ts';
import { findTestMailDraft, storeTestMailDraft } from './test-mail-draft.ts';

type TestMail = z.input<Operations['POST /mailboxes/{mailbox_id}/test_mails']['body']>;

/** `idempotencyKey` is the same for all attempts to send a mail. */
type SendRequest = { mailboxId: string; mail: TestMail; idempotencyKey: string; draftKey: DraftKey };

/** POST /mailboxes/{mailbox_id}/test_mails. Returns the mail once it is processed, or after about ten seconds. */
export function useSendTestMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ mailboxId, mail, idempotencyKey }: SendRequest) => {
      const params = { mailbox_id: mailboxId };
      const { body } = await call('POST /mailboxes/{mailbox_id}/test_mails', { params, body: mail, idempotencyKey });
      return waitForMail(body);
    },
    onSuccess: (mail, { draftKey, idempotencyKey }) => {
      if (findTestMailDraft(draftKey)?.idempotencyKey === idempotencyKey) storeTestMailDraft(draftKey, null);
      refetchAfterMail(client, mail);
    },
  });
}
