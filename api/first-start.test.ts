import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryStates, recipientStates, states } from '#contract/enums';
import { checks } from './check/checks.ts';
import { runChecks } from './check/run-checks.ts';
import { commandActor } from './database/audit-log.ts';
import { decodeEnum } from './database/column-encoding.ts';
import { openFiles } from './files/files.ts';
import { createInitialData } from './first-start.ts';
import { createLog } from './log.ts';
import { parseMail } from './mail/parse/parse-mail.ts';
import { createPersonStore } from './people/store.ts';
import { createSecrets } from './secrets/secrets.ts';
import { forEachEngine, openStore } from './testing/engines.ts';
import { testSecretKeys } from './testing/secret-keys.ts';

const options = {
  admin: { email: 'admin@desk.example', password: 'correct horse' },
  addsSampleData: true,
  secrets: createSecrets(testSecretKeys),
};
const log = createLog('silent');

forEachEngine((database, _openAgain, environment) => {
  const files = () => openFiles(database(), { dataDir: environment().DATA_DIR });
  describe('a new desk', () => {
    it('has a single mailbox, which captures mail and has all sample tickets', async () => {
      for (const _ of [1, 2]) await createInitialData(database(), { ...options, files: files() }, Date.now, log);
      const { read } = database();
      const mailboxes = await read.selectFrom('mailboxes').select(['id', 'name', 'address', 'transport']).execute();
      assert.deepEqual(mailboxes, [{ id: '1', name: 'Support', address: 'support@stardesk.local', transport: 0 }]);
      const tickets = await read.selectFrom('tickets').select('mailbox_id').execute();
      assert.deepEqual([...new Set(tickets.map(({ mailbox_id }) => mailbox_id))], ['1']);
      assert.deepEqual((await runChecks(database(), checks)).findings, []);
    });

    it('shows a folded quote, an out-of-office reply and a bounced reply before any job has run', async () => {
      const { read } = database();
      const messages = await read
        .selectFrom('messages')
        .innerJoin('tickets', 'tickets.n', 'messages.ticket_n')
        .select(['tickets.id', 'body', 'folded_lines', 'automatic', 'sender_known', 'mail_id', 'delivery_id'])
        .where(({ eb, or }) => or([eb('mail_id', 'is not', null), eb('delivery_id', 'is not', null)]))
        .orderBy('messages.created_at')
        .execute();
      const shown = (id: string) =>
        messages
          .filter(message => message.id === id)
          .map(({ body, folded_lines, automatic, mail_id }) => {
            const last = body
              .split('\n')
              .slice(0, -folded_lines || undefined)
              .join('\n')
              .trimEnd()
              .split('\n')
              .at(-1);
            return [mail_id === null ? 'out' : 'in', last, folded_lines > 0, automatic === 1];
          });
      assert.deepEqual(shown('1034'), [
        ['in', 'Ottilie Brandt', true, false],
        ['out', 'Best regards, Mara', false, false],
        ['in', 'Ottilie', true, false],
      ]);
      assert.deepEqual(shown('1036').at(-1), ['in', 'Axel Lindqvist', false, true]);
      assert.deepEqual(shown('1038').at(-1), [
        'in',
        '<luca@ferrante-legno.example>: unknown user: "luca"',
        false,
        true,
      ]);
      assert.ok(messages.every(({ sender_known }) => sender_known === 1));
      assert.deepEqual(await read.selectFrom('jobs').select('kind').execute(), []);
    });

    it('has a delivery for each reply, and marks the recipient that a reply did not reach', async () => {
      const { read } = database();
      const deliveries = await read
        .selectFrom('deliveries')
        .innerJoin('delivery_recipients', 'delivery_n', 'deliveries.n')
        .innerJoin('tickets', 'tickets.id', 'ticket_id')
        .select(['ticket_id', 'tickets.state as ticket', 'undelivered', 'deliveries.state', 'email', 'response'])
        .select('delivery_recipients.state as recipient')
        .orderBy('deliveries.n')
        .orderBy('position')
        .execute();
      assert.deepEqual(
        deliveries.map(row => [
          row.ticket_id,
          [decodeEnum(states, row.ticket), row.undelivered],
          [decodeEnum(deliveryStates, row.state), row.email, decodeEnum(recipientStates, row.recipient)],
        ]),
        [
          ['1034', ['open', 0], ['captured', 'ottilie@brandt-glas.example', 'captured']],
          ['1036', ['pending', 0], ['captured', 'axel@lindqvist-snickeri.example', 'captured']],
          ['1038', ['open', 1], ['bounced', 'giulia@ferrante-legno.example', 'sent']],
          ['1038', ['open', 1], ['bounced', 'luca@ferrante-legno.example', 'bounced']],
        ],
      );
      assert.equal(deliveries.at(-1)?.response, '5.1.1 unknown user: "luca"');
    });

    it('has a change log in chronological order', async () => {
      const rows = await database().read.selectFrom('events').select('created_at').orderBy('n').execute();
      const times = rows.map(({ created_at }) => created_at);
      assert.deepEqual(
        times,
        times.toSorted((left, right) => left - right),
      );
    });

    it('has mails that result in the same messages when they are parsed again', async () => {
      const { read } = database();
      const mails = await read
        .selectFrom('mails')
        .innerJoin('messages', 'messages.mail_id', 'mails.id')
        .select(['file_id', 'body', 'folded_lines', 'automatic', 'digest'])
        .execute();
      assert.equal(mails.length, 6);
      for (const { file_id, ...message } of mails) {
        const { mail } = await parseMail(new Uint8Array(await files().read(file_id ?? '')));
        const { body, foldedLines: folded_lines, isAutomatic, digest } = mail;
        assert.deepEqual(message, { body, folded_lines, automatic: isAutomatic ? 1 : 0, digest });
      }
    });
  });
});

forEachEngine((database, _openAgain, environment) => {
  it('a desk with people stays unchanged, without a mailbox', async () => {
    const draft = { name: 'Mara', email: 'mara@desk.example', role: 'admin', disabled: false } as const;
    await database().transaction(writes => createPersonStore().insert(writes, draft, null, commandActor(Date.now())));
    const files = openFiles(database(), { dataDir: environment().DATA_DIR });
    await createInitialData(database(), { ...options, files }, Date.now, log);
    assert.deepEqual(await database().read.selectFrom('mailboxes').select('id').execute(), []);
  });
});

it('a generated password is logged at every level, even with LOG_LEVEL=silent', async () => {
  const { database, environment, remove } = await openStore('sqlite', true);
  const lines: string[] = [];
  const silent = createLog('silent', { destination: { write: line => void lines.push(line) } });
  const admin = { email: 'admin@desk.example', password: undefined };
  const files = openFiles(database, { dataDir: environment.DATA_DIR });
  await createInitialData(database, { ...options, admin, addsSampleData: false, files }, Date.now, silent);
  await database.close();
  await remove();
  const [{ email, password, msg }, ...others] = lines.map(line => JSON.parse(line));
  assert.deepEqual([email, msg, others], ['admin@desk.example', 'administrator created', []]);
  assert.match(password, /^[\w-]{16}$/);
});
