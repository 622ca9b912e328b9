import { deliveryKinds, transports } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { OneTimeLinkKind } from '../database/one-time-links.ts';
import type { DeliveryColumns } from './representation.ts';
import { type Addressee, insertDelivery } from './store.ts';

/** Finds the mailbox to which mail for an address belongs. */
type FindRecipient = (queries: Queries, address: string) => Promise<object | null>;

export const account = encodeEnum(deliveryKinds, 'account');

/** Returns whether a mail is about an account. Its text is secret: other people must not read it. */
export const isAccountMail = ({ kind }: Pick<DeliveryColumns, 'kind'>): boolean => kind === account;

const subjects: Readonly<Record<OneTimeLinkKind, string>> = {
  invitation: 'Your invitation to Stardesk',
  reset: 'Choose a new password for Stardesk',
};

const passwordNotice = {
  subject: 'Your password for Stardesk was changed',
  text: 'The password of your account was changed with a link that was sent to you, or that an administrator gave you. You are signed out everywhere, and every program has lost its access.\n\nIf this was not you, tell an administrator of the desk immediately.\n',
};

/** Creates the functions that send mail to people of the desk about their accounts. */
export const createAccountMails = (findRecipient: FindRecipient) => {
  /**
   * Finds the first enabled mailbox with a mail server. Null if there is none, or if the desk itself receives the mail:
   * then everyone could read it.
   */
  const findSender = async (queries: Queries, email: string | null) => {
    if (email !== null && (await findRecipient(queries, email)) !== null) return null;
    const mailbox = await queries
      .selectFrom('mailboxes')
      .select(['id', 'name', 'address'])
      .where('transport', '=', encodeEnum(transports, 'smtp'))
      .where('enabled', '=', 1)
      .where('outbound', 'is not', null)
      .orderBy('n')
      .executeTakeFirst();
    return mailbox ?? null;
  };

  const enqueue = async (
    writes: WriteTransaction,
    { name, email }: Addressee,
    { subject, text }: { subject: string; text: string | null },
    now: number,
  ): Promise<string | null> => {
    const mailbox = await findSender(writes, email);
    if (mailbox === null) return null;
    const recipients = { to: [{ name, email }], cc: [], bcc: [] };
    const mail = { kind: 'account', mailbox, ticket: null, message: null, subject, text, recipients } as const;
    return (await insertDelivery(writes, { ...mail, sendAfter: 0 }, now)).id;
  };

  return {
    /** Returns whether a mailbox sends mail at all. */
    canSend: async (queries: Queries): Promise<boolean> => (await findSender(queries, null)) !== null,

    /** Returns whether a mailbox can mail this address. */
    canMail: async (queries: Queries, email: string): Promise<boolean> => (await findSender(queries, email)) !== null,

    /** Enqueues a mail whose link is created when it is sent. @returns its id; null if no mailbox can send it */
    enqueueLink: (
      writes: WriteTransaction,
      kind: OneTimeLinkKind,
      to: Addressee,
      now: number,
    ): Promise<string | null> => enqueue(writes, to, { subject: subjects[kind], text: null }, now),

    /** Enqueues a mail that says that the password was set. Does nothing if no mailbox can send it. */
    async enqueuePasswordNotice(writes: WriteTransaction, to: Addressee, now: number): Promise<void> {
      await enqueue(writes, to, passwordNotice, now);
    },
  };
};
