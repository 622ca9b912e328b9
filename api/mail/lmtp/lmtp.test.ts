import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { mailStates } from '#contract/enums';
import { maxMailBytes } from '#contract/mails';
import { decodeEnum } from '../../database/column-encoding.ts';
import { openDatabase } from '../../database/open-database.ts';
import { openFiles } from '../../files/files.ts';
import { createStores } from '../../stores.ts';
import { forEachApi, type TestApi } from '../../testing/api.ts';
import { skipIfPooled } from '../../testing/postgres.ts';
import { connectLmtp, type LmtpClient } from '../testing/lmtp-client.ts';
import { type LmtpServer, startLmtpServer } from './lmtp-server.ts';

let mails = 0;
const write = (text = 'It smokes.') =>
  `From: ada@shop.example\r\nMessage-ID: <${++mails}@shop.example>\r\nSubject: Mail\r\n\r\n${text}\r\n`;
const from = 'ada@shop.example';

forEachApi(api => {
  let server: LmtpServer;
  let client: LmtpClient;
  const logged: { level: number; msg: string }[] = [];

  const start = ({ database, stores }: Pick<TestApi, 'database' | 'stores'> = api()) => {
    const log = pino({}, { write: line => void logged.push(JSON.parse(line)) });
    return startLmtpServer({ database, stores, clock: api().clock.now, log, port: 0 });
  };
  const findMails = async () => {
    api().database.startRequest();
    return api().database.read.selectFrom('mails').selectAll().orderBy('n').execute();
  };
  const findLast = async () => (await findMails()).at(-1);
  const addMailbox = (name: string, settings = {}) =>
    api().call<{ id: string; url: string }>('POST', '/v1/mailboxes', {
      as: 'admin',
      body: { name, address: `${name}@desk.example`, ...settings },
    });

  before(async () => {
    await addMailbox('support', { aliases: ['help@desk.example'] });
    await addMailbox('sales');
    server = await start();
    client = await connectLmtp(server.port);
  });
  after(async () => {
    client.close();
    await server.stop();
  });
  beforeEach(() => logged.splice(0));

  describe('mail by LMTP', () => {
    it('250 for each recipient once the bytes and the envelope are stored, 550 for an unknown recipient', async () => {
      const mail = Buffer.from(write('.\r\n..dots\r\n\u00fc without a charset'), 'latin1');
      const recipients = ['nobody@desk.example', 'SUPPORT+eu@desk.example', 'sales@desk.example'];
      const [unknown, ...stored] = await client.deliver('', recipients, mail);
      assert.equal(unknown, '550 5.1.1 No mailbox has this address.');
      const rows = (await findMails()).slice(-2);
      assert.deepEqual(
        stored,
        rows.map(({ id }) => `250 2.6.0 Stored as mail ${id}`),
      );
      assert.deepEqual(
        rows.map(({ envelope_from, envelope_to }) => [envelope_from, envelope_to]),
        [
          ['', 'SUPPORT+eu@desk.example'],
          ['', 'sales@desk.example'],
        ],
      );
      for (const { sha256 } of rows) assert.deepEqual(await api().files.read(sha256), mail);
      await api().runJobs();
      const states = (await findMails()).slice(-2).map(({ state }) => decodeEnum(mailStates, state));
      assert.deepEqual(states, ['processed', 'ignored'], 'a copy for a second mailbox adds no second ticket');
    });

    it('250 for an address with a plus part, even if the mailbox address has a plus', async () => {
      const { body: mailbox } = await addMailbox('news+eu');
      for (const to of ['news+eu@desk.example', 'NEWS+eu+tabc@desk.example']) {
        const [stored] = await client.deliver(from, [to], write());
        const last = await findLast();
        assert.equal(stored, `250 2.6.0 Stored as mail ${last?.id}`);
        assert.deepEqual([last?.mailbox_id, last?.envelope_to], [mailbox.id, to]);
      }
      assert.match(String(await client.deliver(from, ['news@desk.example'], write())), /^550 /);
    });

    it('250 for an alias, and for a mail that is stored already', async () => {
      const mail = write();
      const [first] = await client.deliver(from, ['help@desk.example'], mail);
      assert.equal(first, `250 2.6.0 Stored as mail ${(await findLast())?.id}`);
      assert.deepEqual(await client.deliver(from, ['support@desk.example', 'help+x@desk.example'], mail), [
        first,
        first,
      ]);
    });

    it('250 for a bounce address of a mailbox', async () => {
      const { body } = await addMailbox('news');
      const address = 'bounce+b7@desk.example';
      assert.match((await client.deliver('', [address], write()))[0] ?? '', /^550/);
      const outbound = { host: 'smtp.example', port: 465, security: 'tls', bounce_addressing: true };
      await api().call('PATCH', `${body.url}/connection`, { as: 'admin', body: { outbound } });
      assert.match((await client.deliver('', [address], write()))[0] ?? '', /^250/);
      assert.equal((await findLast())?.mailbox_id, body.id);
      const change = (url: string, change: object) => api().call('PATCH', url, { as: 'admin', body: change });
      const { body: newer } = await addMailbox('newer');
      await change(`${newer.url}/connection`, { outbound });
      for (const [url, fields] of [
        [newer.url, { transport: 'smtp' }],
        [body.url, { enabled: false }],
      ] as const) {
        await change(url, fields);
        assert.match((await client.deliver('', [address], write()))[0] ?? '', /^250/);
        assert.equal((await findLast())?.mailbox_id, newer.id, 'bounces prefer an enabled mailbox that sends mail');
      }
    });

    it('452 for a repeated recipient, so that each accepted recipient gets a reply after the mail', async () => {
      await client.send(`MAIL FROM:<${from}>`);
      assert.match(await client.send('RCPT TO:<sales@desk.example>'), /^250/);
      assert.match(await client.send('RCPT TO:<SALES@desk.example>'), /^452/);
      assert.match(await client.send('RSET'), /^250/);
    });

    it('450 for a disabled mailbox, 550 for a mailbox that was deleted meanwhile', async () => {
      const { body } = await addMailbox('closed');
      const deliver = () => client.deliver(from, ['closed@desk.example'], write());
      const setEnabled = (enabled: boolean) => api().call('PATCH', body.url, { as: 'admin', body: { enabled } });
      await setEnabled(false);
      assert.deepEqual(await deliver(), ['450 4.2.1 The mailbox is disabled. Try again later.']);
      await setEnabled(true);
      const before = (await findMails()).length;
      for (const [change, reply] of [
        [() => setEnabled(false), /^450 4\.2\.1/],
        [() => api().call('DELETE', body.url, { as: 'admin' }), /^550 5\.1\.1/],
      ] as const) {
        await setEnabled(true);
        for (const line of [`MAIL FROM:<${from}>`, 'RCPT TO:<closed@desk.example>', 'DATA']) await client.send(line);
        await change();
        client.write(`${write()}.\r\n`);
        assert.match(await client.read(), reply);
      }
      assert.equal((await findMails()).length, before);
    });

    it('451 while the database is read-only, and 250 afterwards', async t => {
      const { environment, secrets } = api();
      const { DATA_DIR: dataDir, DATABASE_URL: url } = environment;
      if (url && skipIfPooled) return t.skip(skipIfPooled);
      const readOnly = '?options=-c%20default_transaction_read_only%3Don';
      const database = openDatabase({ dataDir, databaseUrl: url && `${url}${readOnly}` });
      if (database.engine === 'sqlite')
        await database.transaction(writes => sql`pragma query_only = on`.execute(writes));
      const files = openFiles(database, { dataDir });
      const failing = await start({ database, stores: createStores({ database, files, secrets }) });
      const other = await connectLmtp(failing.port);
      const mail = write();
      const replies = await other.deliver(from, ['support@desk.example'], mail);
      assert.deepEqual(replies, ['451 4.3.0 The mail was not stored. Try again later.']);
      assert.match(logged.at(-1)?.msg ?? '', /^the store is read-only: /);
      await failing.stop();
      await database.close();
      assert.match((await client.deliver(from, ['support@desk.example'], mail))[0] ?? '', /^250/);
    });

    it('451 for a recipient while the database cannot be read', async () => {
      const { environment, stores } = api();
      const database = openDatabase({ dataDir: environment.DATA_DIR, databaseUrl: environment.DATABASE_URL });
      const failing = await start({ database, stores });
      await stores.mailboxes.findAll(database.read);
      await database.close();
      const other = await connectLmtp(failing.port);
      const replies = await other.deliver(from, ['support@desk.example'], write());
      assert.deepEqual(replies, ['451 4.3.0 The mail was not stored. Try again later.']);
      await failing.stop();
    });

    it('552 for a mail above 25 MB, without storing anything', async () => {
      const largest = write('x\r\n'.repeat(1000))
        .padEnd(maxMailBytes - 2, 'xx\r\n'.repeat(19))
        .concat('\r\n');
      const before = (await findMails()).length;
      const deliver = (mail: string) => client.deliver(from, ['support@desk.example', 'sales@desk.example'], mail);
      const limit = '552 5.3.4 Error: message exceeds fixed maximum message size 26214400';
      assert.deepEqual(await deliver(`x${largest}`), [limit, limit]);
      assert.equal((await findMails()).length, before);
      assert.match((await deliver(largest)).join(), /^250.*250/);
      assert.match(await client.send(`MAIL FROM:<${from}> SIZE=${maxMailBytes + 1}`), /^552 5\.3\.4/);
    });

    it('stores nothing of a mail whose connection closes in the middle', async () => {
      const other = await connectLmtp(server.port);
      for (const line of [`MAIL FROM:<${from}>`, 'RCPT TO:<sales@desk.example>', 'DATA']) await other.send(line);
      other.write(write());
      const before = (await findMails()).length;
      other.close();
      assert.match((await client.deliver(from, ['sales@desk.example'], write()))[0] ?? '', /^250/);
      assert.equal((await findMails()).length, before + 1);
      assert.deepEqual(logged, []);
    });
  });

  describe('the LMTP server', () => {
    it('offers neither sign-in nor encryption, and speaks only LMTP', async () => {
      const other = await connectLmtp(server.port);
      for (const [line, reply] of [
        ['EHLO mx.example', /^500/],
        ['AUTH PLAIN AGEAYg==', /^500/],
        ['STARTTLS', /^500/],
        ['QUIT', /^221/],
      ] as const)
        assert.match(await other.send(line), reply, line);
      assert.equal(await other.read(), 'closed');
    });

    it('421 for the 65th connection', async () => {
      const busy = await start();
      const clients = await Promise.all(Array.from({ length: 64 }, () => connectLmtp(busy.port)));
      const socket = connect(busy.port, '127.0.0.1');
      const [greeting] = await once(socket, 'data');
      assert.match(String(greeting), /^421 /);
      for (const each of clients) assert.match(await each.send('NOOP'), /^250 /);
      await busy.stop();
    });

    it('stores the mail that is arriving at a shutdown, and closes idle connections', async () => {
      const stopping = await start();
      const [idle, busy] = [await connectLmtp(stopping.port), await connectLmtp(stopping.port)];
      for (const line of [`MAIL FROM:<${from}>`, 'RCPT TO:<sales@desk.example>', 'DATA']) await busy.send(line);
      busy.write(write());
      const stopped = stopping.stop();
      assert.equal(await idle.read(), '421 4.4.2 Server shutting down');
      assert.equal(await idle.read(), 'closed');
      busy.write('The end.\r\n.\r\n');
      assert.equal(await busy.read(), `250 2.6.0 Stored as mail ${(await findLast())?.id}`);
      assert.equal(await busy.read(), '421 4.4.2 Server shutting down');
      assert.equal(await busy.read(), 'closed');
      await stopped;
    });
  });
});
