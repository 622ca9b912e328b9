import { Readable } from 'node:stream';
import type { TicketDraft } from '#contract/tickets';
import type { Actor } from '../database/change-log.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { announceDelivery } from '../deliveries/announce.ts';
import { createIncomingMailEffects } from '../deliveries/incoming-mail-effects.ts';
import { loadMail } from '../deliveries/load-mail.ts';
import { findDelivery } from '../deliveries/store.ts';
import { readTokenKey } from '../deliveries/token-key.ts';
import { captureDelivery, startSending, storeResults } from '../deliveries/transitions.ts';
import type { Files } from '../files/files.ts';
import { addTicketToken } from '../mail/address-token.ts';
import { createProcessor } from '../mail/mail-jobs.ts';
import { parseMail } from '../mail/parse/parse-mail.ts';
import { createMailWriter } from '../mail/receive-mail.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { createStores, type Stores } from '../stores.ts';
import { ticketDraft } from '../tickets/representation.ts';
import { type AgentIds, sampleAgents } from './load-people.ts';
import { type ArrivingMail, type MailedReply, readSampleConversations, readSampleMail } from './sample-mails.ts';

/** A mail or a reply at its time (milliseconds since 1970). */
type ConversationStep = { at: number; run(writes: WriteTransaction): Promise<void> };

export type ConversationDesk = {
  database: Database;
  files: Files;
  secrets: Secrets;
  mailboxId: string;
  ids: AgentIds;
  now: number;
};

/**
 * Returns the steps of the conversations by email, oldest first. They use the code that receives, processes and sends
 * real mail, in the transaction of the caller. Afterwards, `deleteMailJobs` has to delete the jobs of this mail.
 */
export const createConversationSteps = (desk: ConversationDesk): ConversationStep[] => {
  const stores = createStores(desk);
  const steps = readSampleConversations().flatMap(({ head, items }) => {
    const conversation = createConversation(desk, stores, String(head.number));
    return items.map(item => {
      const at = desk.now - item.age;
      const run = (writes: WriteTransaction) =>
        'mail' in item ? conversation.receive(writes, item, at) : conversation.reply(writes, item, at);
      return { at, run };
    });
  });
  return steps.toSorted((left, right) => left.at - right.at);
};

/** Deletes the jobs of mail that was already processed or sent. */
export const deleteMailJobs = async (writes: WriteTransaction): Promise<void> => {
  await writes.deleteFrom('jobs').where('kind', 'in', ['process_mail', 'send_delivery']).execute();
};

const createConversation = ({ secrets, mailboxId, ids }: ConversationDesk, stores: Stores, ticketId: string) => {
  const { tickets, messages, mailboxes, files } = stores;
  const write = createMailWriter(stores);
  const insert = (writes: WriteTransaction, draft: TicketDraft, actor: Actor) =>
    tickets.insert(writes, draft, actor, ticketId);
  const process = createProcessor({
    stores: { ...stores, tickets: { ...tickets, insert } },
    secrets,
    deliveries: createIncomingMailEffects({ stores, secrets }),
  });
  /** The values of placeholders that refer to the last reply, for the next mail. */
  let replyValues: Record<string, string> = {};

  return {
    async receive(writes: WriteTransaction, { mail: file }: ArrivingMail, at: number): Promise<void> {
      const raw = readSampleMail(file, { date: formatDate(at), ...replyValues });
      const { id } = await write(writes, { mailboxId, envelope: { from: null, to: null }, raw }, at);
      const { mail, contents } = await parseMail(new Uint8Array(raw));
      for (const content of contents)
        await files.put(Readable.from([content]), { maxBytes: content.length }, stored => stored.store(writes, at));
      await process(writes, id, { mail, failure: null }, at);
    },

    /** Replies, assigns the ticket to the agent, and records the mail as captured or sent. */
    async reply(writes: WriteTransaction, { from, cc, state, response, text }: MailedReply, at: number): Promise<void> {
      const actor = { personId: ids[from], clientId: null, now: at };
      const ticket = await messages.findTicket(writes, ticketId);
      const draft = await messages.addRecipients(writes, ticket, {
        ...{ body: text, type: 'reply', direction: 'out', author_name: null },
        ...(cc && { cc: [{ name: cc.customer_name ?? '', email: cc.customer_email }] }),
      });
      const author = { ...actor, name: sampleAgents[from].name };
      const { delivery_id } = await messages.insert(writes, ticket, draft, author, { isMailed: true });
      const replied = await messages.findTicket(writes, ticketId);
      const triaged = { ...ticketDraft(replied), assignee_id: ids[from], state: state ?? ('open' as const) };
      await tickets.update(writes, replied, triaged, actor);

      const delivery = await findDelivery(writes, delivery_id ?? '');
      const mailbox = await mailboxes.find(writes, mailboxId);
      const tokenKey = await readTokenKey(secrets, writes);
      if (delivery === null || mailbox === null) throw new Error(`The reply on ticket ${ticketId} is not mailed.`);
      const mail = await loadMail(writes, delivery, mailbox, {
        tokenKey,
        apiPublicUrl: '',
        deskUrl: '',
        now: at,
        files,
      });
      if (mail === null) throw new Error(`The reply on ticket ${ticketId} has no text.`);
      if (response === undefined) await captureDelivery(writes, delivery, mail, at);
      else {
        const attempt = await startSending(writes, delivery, mail, at);
        const recipients = delivery.recipients.map(({ email }) => ({ email, state: 'sent' as const, response }));
        const outcome = { kind: 'completed', recipients, response, serverMessageId: null } as const;
        await storeResults(writes, delivery, outcome, { attempt, now: at });
      }
      await announceDelivery(writes, tickets, delivery, at);
      replyValues = {
        'reply-id': delivery.message_id_header,
        'reply-to': addTicketToken(tokenKey, mailbox.address, ticket.n),
        'reply-date': formatDate(at),
      };
    },
  };
};

/** Formats a date for a mail header (RFC 5322 3.3). */
const formatDate = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000');
