import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { mailReasons, mailStates, states } from '#contract/enums';
import { checks } from '../../check/checks.ts';
import { runChecks } from '../../check/run-checks.ts';
import { parseAttachedFiles } from '../../database/attachments.ts';
import { decodeEnum } from '../../database/column-encoding.ts';
import type { Database } from '../../database/database.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { forEachEngine } from '../../testing/engines.ts';
import { testSecretKeys } from '../../testing/secret-keys.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createMailParser } from '../parse/mail-parser.ts';
import { replacePlaceholders } from '../parse/pictures.ts';
import { type CorpusMail, corpus, type Outcome } from '../testing/corpus.ts';
import { type CorpusDesk, createCorpusDesk } from '../testing/corpus-desk.ts';

forEachEngine((database, _openAgain, environment) => {
  const parser = createMailParser();
  const clock = createTestClock();
  /** The ids of the mails that arrived, by name. */
  const arrived = new Map<string, string>();
  let desk: CorpusDesk;
  before(async () => {
    clock.freeze();
    const secrets = createSecrets(testSecretKeys);
    desk = await createCorpusDesk({
      database: database(),
      dataDir: environment().DATA_DIR,
      secrets,
      parser,
      now: clock.now,
    });
  });
  after(() => parser.close());

  /** Receives and processes a mail, after the mails that arrive before it. */
  const arrive = async ({ name, bytes, arrival }: CorpusMail): Promise<{ id: string; isNew: boolean }> => {
    for (const earlier of corpus.filter(each => arrival.after?.includes(each.name) && !arrived.has(each.name)))
      await arrive({ ...earlier, arrival: { ...earlier.arrival, after: [] } });
    // More than an hour apart, so that no sender exceeds the hourly limit.
    clock.advance(3_700_000);
    const envelope = { from: arrival.envelope_from ?? null, to: arrival.envelope_to ?? null };
    const { mail, isNew } = await desk.receive(bytes, arrival.mailbox ?? 'support', envelope);
    await desk.process();
    arrived.set(name, mail.id);
    return { id: mail.id, isNew };
  };

  for (const mail of corpus)
    it(`${mail.name} has its expected outcome`, async () => {
      const earlierId = mail.arrival.after?.includes(mail.name) ? undefined : arrived.get(mail.name);
      const { id, isNew } = earlierId === undefined ? await arrive(mail) : { id: earlierId, isNew: true };
      const { ticket, ticket_state, follow_up_of, sender_known, sender_verified, ...rest } = mail.outcome;
      const expected = ticket === null ? { ticket, ...rest } : mail.outcome;
      assert.deepEqual(await readOutcome(database(), desk, id, !isNew), { ...expected });
      await expectMessage(database(), desk, mail, id);
    });

  it('processing every mail again changes nothing', async () => {
    const before = await countRows(database());
    assert.deepEqual(await desk.process(), []);
    for (const id of arrived.values()) await database().transaction(writes => desk.processAgain(writes, id));
    assert.deepEqual(await countRows(database()), before);
  });

  it('two copies that are processed at the same time, for two mailboxes, create one ticket', async () => {
    clock.advance(3_700_000);
    const bytes = Buffer.from('From: twin@shop.example\r\nMessage-ID: <twin@shop.example>\r\n\r\nOne order');
    const content = { mail: await parser.parse(bytes.length, [bytes]), failure: null };
    const received = await Promise.all(['support', 'sales'].map(mailbox => desk.receive(bytes, mailbox)));
    const processMail = (id: string) =>
      database().transaction(writes => desk.processor(writes, id, content, clock.now()));
    await Promise.all(received.map(({ mail }) => processMail(mail.id)));
    const rows = await Promise.all(received.map(({ mail }) => desk.stores.mails.find(database().read, mail.id)));
    const statesOfBoth = rows.map(row => row && decodeEnum(mailStates, row.state));
    assert.deepEqual(statesOfBoth.sort(), ['ignored', 'processed']);
    await desk.process();
  });

  it('processing every mail leaves a consistent database', async () => {
    assert.deepEqual((await runChecks(database(), checks)).findings, []);
  });
});

const readOutcome = async (
  { read }: Database,
  { tickets }: CorpusDesk,
  id: string,
  isSameMail: boolean,
): Promise<Partial<Outcome>> => {
  const mail = await read.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const outcome = {
    state: decodeEnum(mailStates, mail.state) as Outcome['state'],
    reason: mail.reason === null ? null : decodeEnum(mailReasons, mail.reason),
    is_same_mail: isSameMail,
  };
  if (mail.ticket_id === null) return { ...outcome, ticket: null };
  const ticket = await read
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', mail.ticket_id)
    .executeTakeFirstOrThrow();
  const message = await read
    .selectFrom('messages')
    .selectAll()
    .where('ticket_n', '=', ticket.n)
    .where('mail_id', '=', id)
    .executeTakeFirstOrThrow();
  const getName = (ticketId: string | null) =>
    Object.entries(tickets).find(([, each]) => each.id === ticketId)?.[0] ?? null;
  return {
    ...outcome,
    ticket: getName(ticket.id) ?? 'new',
    ticket_state: decodeEnum(states, ticket.state),
    follow_up_of: getName(ticket.follow_up_of),
    sender_known: message.sender_known === 1,
    sender_verified: message.sender_verified === null ? null : message.sender_verified === 1,
  };
};

/** Checks that the message of a mail matches the parser's result, with its files. */
const expectMessage = async (
  { read }: Database,
  { stores }: CorpusDesk,
  { parsed }: CorpusMail,
  mailId: string,
): Promise<void> => {
  const message = await read.selectFrom('messages').selectAll().where('mail_id', '=', mailId).executeTakeFirst();
  if (message === undefined) return;
  const files = parseAttachedFiles(message.attachments);
  const body = replacePlaceholders(
    parsed.body,
    files.map(({ id }) => id),
  );
  assert.deepEqual(
    [message.body, message.folded_lines, message.automatic],
    [body, parsed.foldedLines, parsed.isAutomatic ? 1 : 0],
  );
  assert.deepEqual(
    files.map(({ name, declared_type, size, type }) => [name, declared_type, size, type]),
    parsed.files.map(({ name, type, size, detected = 'application/octet-stream' }) => [name, type, size, detected]),
  );
  for (const { sha256 } of files) assert.ok(await stores.files.has(sha256));
};

const countRows = ({ read }: Database) =>
  read
    .selectNoFrom(({ selectFrom }) =>
      (
        [
          'tickets',
          'messages',
          'mails',
          'participants',
          'message_ids',
          'stored_files',
          'attachments',
          'events',
        ] as const
      ).map(table =>
        selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as(table),
      ),
    )
    .execute();
