import { deliveryKinds } from '#contract/enums';
import type { Settings } from '#contract/settings';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { OneTimeLinkKind } from '../database/one-time-links.ts';
import type { FactorChange } from '../database/second-factors.ts';
import { readSettings } from '../database/settings.ts';
import { findSender } from './find-sender.ts';
import type { DeliveryColumns } from './representation.ts';
import { type Addressee, insertDelivery } from './store.ts';

/** Finds the mailbox that receives mail for an address; null if no mailbox does. */
type FindRecipient = (queries: Queries, address: string) => Promise<object | null>;

/** The encoded kind of a mail about an account. */
export const accountKind = encodeEnum(deliveryKinds, 'account');

/** Returns whether a mail is about an account. Its text is secret: other people must not read it. */
export const isAccountMail = ({ kind }: Pick<DeliveryColumns, 'kind'>): boolean => kind === accountKind;

/** The topic of a mail without a link. */
type Notice = 'passwordChanged' | FactorChange;

type Topic = OneTimeLinkKind | Notice;

const createSubject: Readonly<Record<Topic, (deskName: string) => string>> = {
  invitation: deskName => `Your invitation to ${deskName}`,
  reset: deskName => `Choose a new password for ${deskName}`,
  passwordChanged: deskName => `Your password for ${deskName} was changed`,
  factorAdded: deskName => `A second factor for ${deskName} was set up`,
  factorRemoved: deskName => `A second factor for ${deskName} was removed`,
  passkeyDisabled: deskName => `A passkey for ${deskName} was disabled`,
};

const notices: Readonly<Record<Notice, string>> = {
  passwordChanged:
    'The password of your account was changed with a link that was sent to you, or that an administrator gave you. You are signed out everywhere, and your connected apps have lost their access.',
  factorAdded: 'An authenticator app or a passkey was set up for your account.',
  factorRemoved:
    'A second factor of your account was removed under “Sign-in security” or by an administrator. Without another factor, you sign in with the password only.',
  passkeyDisabled:
    'A passkey of your account was disabled, because its counter did not increase: it may have been copied. Remove it under “Sign-in security” in the menu of the desk, and add a new one.',
};

const warning = 'If this was not you, contact an administrator of the desk immediately.';

/** Creates the functions that send mail to people of the desk about their accounts. */
export const createAccountMails = (findRecipient: FindRecipient) => {
  /** Finds the mailbox that sends to an address. Null also for an address of the desk, where everyone can read mail. */
  const findSenderTo = async (queries: Queries, email: string | null, settings: Settings) =>
    email !== null && (await findRecipient(queries, email)) !== null
      ? null
      : findSender(queries, settings, { mayCapture: false });

  const enqueue = async (
    writes: WriteTransaction,
    { name, email }: Addressee,
    { topic, text }: { topic: Topic; text: string | null },
    now: number,
  ): Promise<string | null> => {
    const settings = await readSettings(writes);
    const mailbox = await findSenderTo(writes, email, settings);
    if (mailbox === null) return null;
    const recipients = { to: [{ name, email }], cc: [], bcc: [] };
    const subject = createSubject[topic](settings.desk_name);
    const mail = { kind: 'account', mailbox, ticket: null, message: null, subject, text, recipients } as const;
    return (await insertDelivery(writes, { ...mail, sendAfter: 0 }, now)).id;
  };

  /** A link is not mailed while mail is paused, since it could expire meanwhile. */
  const canMail = async (queries: Queries, email: string | null): Promise<boolean> => {
    const settings = await readSettings(queries);
    return !settings.outbound_paused && (await findSenderTo(queries, email, settings)) !== null;
  };

  const enqueueNotice = async (writes: WriteTransaction, to: Addressee, topic: Notice, now: number): Promise<void> => {
    await enqueue(writes, to, { topic, text: `${notices[topic]}\n\n${warning}\n` }, now);
  };

  return {
    /** Returns whether the desk can send mail about accounts. False while outgoing mail is paused. */
    canSend: (queries: Queries): Promise<boolean> => canMail(queries, null),

    /** Returns whether a mailbox can mail this address. False while outgoing mail is paused. */
    canMail: (queries: Queries, email: string): Promise<boolean> => canMail(queries, email),

    /**
     * Enqueues a mail with a one-time link. Sending the mail creates the token of the link.
     * @returns the id of the delivery; null if no mailbox can send it, or outgoing mail is paused
     */
    enqueueLink: async (
      writes: WriteTransaction,
      kind: OneTimeLinkKind,
      to: Addressee,
      now: number,
    ): Promise<string | null> =>
      (await canMail(writes, to.email)) ? enqueue(writes, to, { topic: kind, text: null }, now) : null,

    /** Enqueues a mail about a changed password. Does nothing if no mailbox can send it. */
    enqueuePasswordNotice: (writes: WriteTransaction, to: Addressee, now: number): Promise<void> =>
      enqueueNotice(writes, to, 'passwordChanged', now),

    /**
     * Enqueues a mail about a changed second factor. Does nothing if no mailbox can send it.
     * @throws Error for an unknown person
     */
    async enqueueFactorNotice(
      writes: WriteTransaction,
      personId: string,
      change: FactorChange,
      now: number,
    ): Promise<void> {
      const person = writes.selectFrom('people').select(['name', 'email']).where('id', '=', personId);
      await enqueueNotice(writes, await person.executeTakeFirstOrThrow(), change, now);
    },
  };
};
