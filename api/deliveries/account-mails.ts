import { deliveryKinds, transports } from '#contract/enums';
import type { Settings } from '#contract/settings';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { OneTimeLinkKind } from '../database/one-time-links.ts';
import { readSettings } from '../database/settings.ts';
import type { DeliveryColumns } from './representation.ts';
import { type Addressee, insertDelivery } from './store.ts';

/** Finds the mailbox to which mail for an address belongs. */
type FindRecipient = (queries: Queries, address: string) => Promise<object | null>;

export const account = encodeEnum(deliveryKinds, 'account');

/** Returns whether a mail is about an account. Its text is secret: other people must not read it. */
export const isAccountMail = ({ kind }: Pick<DeliveryColumns, 'kind'>): boolean => kind === account;

type Subject = OneTimeLinkKind | 'passwordNotice';

const createSubject: Readonly<Record<Subject, (deskName: string) => string>> = {
  invitation: deskName => `Your invitation to ${deskName}`,
  reset: deskName => `Choose a new password for ${deskName}`,
  passwordNotice: deskName => `Your password for ${deskName} was changed`,
};

const passwordNotice =
  'The password of your account was changed with a link that was sent to you, or that an administrator gave you. You are signed out everywhere, and every program has lost its access.\n\nIf this was not you, tell an administrator of the desk immediately.\n';

/** Creates the functions that send mail to people of the desk about their accounts. */
export const createAccountMails = (findRecipient: FindRecipient) => {
  /**
   * Finds an enabled mailbox with a mail server: the default mailbox, or the oldest. Null without such a mailbox, or if
   * the address belongs to the desk, where everyone could read the mail.
   */
  const findSender = async (queries: Queries, email: string | null, { default_mailbox_id }: Settings) => {
    if (email !== null && (await findRecipient(queries, email)) !== null) return null;
    const mailbox = await queries
      .selectFrom('mailboxes')
      .select(['id', 'name', 'address'])
      .where('transport', '=', encodeEnum(transports, 'smtp'))
      .where('enabled', '=', 1)
      .where('outbound', 'is not', null)
      .orderBy(({ eb }) => eb.case().when('id', '=', default_mailbox_id).then(0).else(1).end())
      .orderBy('n')
      .executeTakeFirst();
    return mailbox ?? null;
  };

  const enqueue = async (
    writes: WriteTransaction,
    { name, email }: Addressee,
    { about, text }: { about: Subject; text: string | null },
    now: number,
  ): Promise<string | null> => {
    const settings = await readSettings(writes);
    const mailbox = await findSender(writes, email, settings);
    if (mailbox === null) return null;
    const recipients = { to: [{ name, email }], cc: [], bcc: [] };
    const subject = createSubject[about](settings.desk_name);
    const mail = { kind: 'account', mailbox, ticket: null, message: null, subject, text, recipients } as const;
    return (await insertDelivery(writes, { ...mail, sendAfter: 0 }, now)).id;
  };

  /** A link is not mailed while mail is paused, since it could expire meanwhile. */
  const canMail = async (queries: Queries, email: string | null): Promise<boolean> => {
    const settings = await readSettings(queries);
    return !settings.outbound_paused && (await findSender(queries, email, settings)) !== null;
  };

  return {
    /** Returns whether a mailbox sends mail at all. */
    canSend: (queries: Queries): Promise<boolean> => canMail(queries, null),

    /** Returns whether a mailbox can mail this address. */
    canMail: (queries: Queries, email: string): Promise<boolean> => canMail(queries, email),

    /** Enqueues a mail whose link is created when it is sent. @returns its id; null if no mailbox can send it */
    enqueueLink: async (
      writes: WriteTransaction,
      kind: OneTimeLinkKind,
      to: Addressee,
      now: number,
    ): Promise<string | null> =>
      (await canMail(writes, to.email)) ? enqueue(writes, to, { about: kind, text: null }, now) : null,

    /** Enqueues a mail that says that the password was set. Does nothing if no mailbox can send it. */
    async enqueuePasswordNotice(writes: WriteTransaction, to: Addressee, now: number): Promise<void> {
      await enqueue(writes, to, { about: 'passwordNotice', text: passwordNotice }, now);
    },
  };
};
