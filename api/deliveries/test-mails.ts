import { createTestMail, type TestMailDraft } from '#contract';
import { transports } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { Versioned } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import type { Resource, Route } from '../http/route.ts';
import { createChildRoute } from '../http/serve-create.ts';
import { composeMail } from './compose/compose-mail.ts';
import { createMessageId } from './compose/message-id.ts';

/** What a test mail needs of its mailbox. */
export type CapturingMailbox = Versioned & {
  n: number;
  id: string;
  address: string;
  enabled: number;
  transport: number;
};

export type TestMailDependencies<Mail extends Versioned> = {
  /** How incoming mail is shown. */
  mail: Resource<Mail, object>;
  storeMail(
    writes: WriteTransaction,
    mail: { mailboxId: string; envelope: { from: string; to: string }; raw: Buffer },
    now: number,
  ): Promise<Mail>;
};

/** Serves mail that a person writes as a customer, to a mailbox that captures its own mail. */
export const testMailRoute = <Mailbox extends CapturingMailbox, Mail extends Versioned>(
  mailbox: Resource<Mailbox, object>,
  { mail, storeMail }: TestMailDependencies<Mail>,
): Route => {
  const { name, parameter, find, isDeleted, toRepresentation } = mail;
  const written: Resource<Mail, TestMailDraft> = {
    ...{ name, parameter, find, isDeleted, toRepresentation },
    toDraft: () => {
      throw new TypeError('A test mail cannot be changed.');
    },
  };
  const store = async (
    writes: WriteTransaction,
    draft: TestMailDraft,
    { parent, now }: { parent: Mailbox; now: number },
  ): Promise<Mail> => {
    requireCapturing(parent);
    const raw = await compose(draft, parent.address, now);
    return storeMail(
      writes,
      { mailboxId: parent.id, envelope: { from: draft.from.email, to: parent.address }, raw },
      now,
    );
  };
  return createChildRoute(createTestMail, written, store, mailbox);
};

/** @throws ApiError 409 */
const requireCapturing = ({ transport, enabled }: CapturingMailbox): void => {
  if (transport !== encodeEnum(transports, 'capture'))
    throw new ApiError('not_capturing', 'The mailbox sends its mail.', { differences: [] });
  if (enabled === 0) throw new ApiError('mailbox_disabled', 'The mailbox is disabled.', { differences: [] });
};

const compose = ({ from, subject, body, in_reply_to }: TestMailDraft, address: string, now: number): Promise<Buffer> =>
  composeMail({
    ...{ messageId: createMessageId(from.email), date: now, from, to: [{ name: '', email: address }], cc: [] },
    ...{ replyTo: null, subject, text: body, signature: '', references: in_reply_to === null ? [] : [in_reply_to] },
    ...{ deskId: null, hasHtml: false, automatic: false },
  });
