import { mailboxDefaults } from '#contract/mailboxes';
import { maxMailBytes } from '#contract/mails';
import { ticketDefaults } from '#contract/tickets';
import { commandActor } from '../../database/audit-log.ts';
import type { Database, WriteTransaction } from '../../database/database.ts';
import { saveMessageId } from '../../database/message-ids.ts';
import { tokenKeyName } from '../../database/secret-names.ts';
import { createIncomingMailEffects } from '../../deliveries/incoming-mail-effects.ts';
import { openFiles } from '../../files/files.ts';
import type { Handler } from '../../jobs/handler.ts';
import { runDueJobs } from '../../jobs/testing/run-due-jobs.ts';
import type { MailRow } from '../../mails/representation.ts';
import type { Envelope } from '../../mails/store.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { createStores, type Stores } from '../../stores.ts';
import { addTicketToken } from '../address-token.ts';
import { getDeskId } from '../desk-id.ts';
import { createMailHandlers, createProcessor } from '../mail-jobs.ts';
import type { MailParser } from '../parse/mail-parser.ts';
import { createMailReceiver } from '../receive-mail.ts';

/** The mailboxes of the corpus. Only `checked` trusts a mail server, only `orders` reads ticket ids in subjects. */
const mailboxNames = ['support', 'sales', 'checked', 'orders'] as const;

/** The tickets of the corpus, and the days since each was closed; null for tickets that were not closed. */
const ticketNames = { printer: null, desk: 1, chair: 60, deleted: null } as const;

const dayMilliseconds = 86_400_000;

export type CorpusDesk = Awaited<ReturnType<typeof createCorpusDesk>>;

type Options = { database: Database; dataDir: string; secrets: Secrets; parser: MailParser; now: () => number };

/**
 * Creates the desk to which the mails of the corpus are sent. Each ticket is Amélie's, with the ids of two mails:
 * `<name>-1` from her, and `<name>-2` from the desk.
 */
export const createCorpusDesk = async ({ database, dataDir, secrets, parser, now }: Options) => {
  const files = openFiles(database, { dataDir });
  const stores = createStores({ database, files, secrets });
  const dependencies = { stores, secrets, parser, deliveries: createIncomingMailEffects({ stores, secrets }) };
  const handlers: Handler[] = createMailHandlers(dependencies);
  const processor = createProcessor(dependencies);
  const mailboxes = await addMailboxes(database, stores, now());
  const tickets = await addTickets(database, stores, mailboxes.support, now());
  const tokenKey = Buffer.from((await secrets.read(database.read, tokenKeyName)) ?? '', 'hex');
  const receiver = createMailReceiver({ database, clock: now, ...stores, maxBytes: maxMailBytes });

  /** Replaces `{{token-printer}}` and the other placeholders for values that differ between desks. */
  const fillIn = (text: string): string =>
    text.replaceAll(/\{\{(\w+)(?:-(\w+))?\}\}/gi, (whole, kind: string, name = '') => {
      const ticket = tickets[String(name).toLowerCase()];
      const token =
        ticket === undefined ? '' : (/\+(t\w+)@/.exec(addTicketToken(tokenKey, 'a@b', ticket.n))?.[1] ?? '');
      const values: Record<string, string | undefined> = {
        desk: getDeskId(tokenKey),
        id: ticket?.id,
        token,
        changed: token.replace(/.$/, letter => (letter === 'a' ? 'b' : 'a')),
      };
      const value = values[kind.toLowerCase()] ?? whole;
      return kind === kind.toUpperCase() ? value.toUpperCase() : value;
    });

  return {
    stores,
    handlers,
    processor,
    tickets,
    mailboxes,
    /** Stores a mail. */
    receive(
      bytes: Buffer,
      mailbox: string,
      envelope: Partial<Envelope> = {},
    ): Promise<{ mail: MailRow; isNew: boolean }> {
      const filled = bytes.includes('{{') ? Buffer.from(fillIn(bytes.toString('latin1')), 'latin1') : bytes;
      const to = envelope.to ? fillIn(envelope.to) : null;
      return receiver(mailboxes[mailbox]?.id ?? '', { from: envelope.from ?? null, to }, toStream(filled));
    },
    /** Processes all mail that was received. */
    process: () => runDueJobs({ database, handlers, clock: now }),
    /** Tries to store another result of a mail that was processed already. */
    processAgain: (writes: WriteTransaction, id: string) =>
      processor(writes, id, { mail: null, failure: 'deadline' }, now()),
  };
};

async function* toStream(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const addMailboxes = async (database: Database, { mailboxes, people }: Stores, now: number) => {
  const added: Record<string, { id: string }> = {};
  await database.transaction(async writes => {
    const nadia = { name: 'Nadia', email: 'nadia@desk.example', role: 'agent', disabled: false } as const;
    await people.insert(writes, nadia, null, commandActor(now));
    for (const name of mailboxNames) {
      const row = await mailboxes.insert(
        writes,
        {
          ...mailboxDefaults,
          ...{ name, address: `${name}@desk.example`, subject_threading: name === 'orders' },
          aliases: name === 'support' ? ['help@desk.example'] : [],
        },
        commandActor(now),
      );
      added[name] = row;
      if (name === 'checked')
        await writes
          .updateTable('mailboxes')
          .set({ trusted_authserv_id: 'mx.desk.example' })
          .where('n', '=', row.n)
          .execute();
    }
  });
  return added as Record<string, { id: string }> & { support: { id: string } };
};

const addTickets = async (database: Database, { tickets, messages }: Stores, mailbox: { id: string }, now: number) => {
  const added: Record<string, { n: number; id: string }> = {};
  for (const [name, closedDays] of Object.entries(ticketNames)) {
    const then = now - (closedDays ?? 0) * dayMilliseconds;
    await database.transaction(async writes => {
      const actor = { personId: '1', clientId: null, now: then };
      const draft = {
        ...ticketDefaults,
        ...{ subject: name, customer_name: 'Amélie', customer_email: 'Amelie@Atelier.example', mailbox_id: mailbox.id },
      };
      const ticket = await tickets.insert(writes, draft, actor);
      const reply = { body: 'Please switch it off.', type: 'reply', direction: 'out', author_name: null } as const;
      await messages.insert(writes, ticket, reply, { ...actor, name: 'Nadia' });
      await saveMessageId(writes, ticket.n, `${name}-1@atelier.example`, { isOutgoing: false });
      await saveMessageId(writes, ticket.n, `<${name}-2@desk.example>`, { isOutgoing: true });
      if (name === 'printer')
        await saveMessageId(writes, ticket.n, '0102018ses@eu-west-1.amazonses.com', { isOutgoing: true });
      added[name] = ticket;
      const current = await tickets.find(writes, ticket.id);
      if (current !== null && closedDays !== null)
        await tickets.update(writes, current, { ...draft, state: 'closed' }, actor);
      if (current !== null && name === 'deleted') await tickets.remove(writes, current, actor);
    });
  }
  return added;
};
