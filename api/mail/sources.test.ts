import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { pino } from 'pino';
import type { Mail, Mailbox, Message, Ticket } from '#contract';
import { mailMediaType } from '#contract/mails';
import { createHookKey, createHookStore, getHookUrl, type HookProvider } from '../mailboxes/hooks.ts';
import { forEachApi, type TestApi } from '../testing/api.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';
import { testSecretKeyText } from '../testing/secret-keys.ts';
import { createImapDesk } from './imap/testing/imap-desk.ts';
import { startImapServer } from './imap/testing/imap-server.ts';
import { startLmtpServer } from './lmtp/lmtp-server.ts';
import { connectLmtp } from './testing/lmtp-client.ts';
import { type Payload, writeMailgun, writePostmark, writeSendgrid } from './testing/provider-payloads.ts';

const customer = 'ada@shop.example';
const signingKey = 'a signing key';

/** A mail with a file, a quote, an emoji, leading dots, and several alphabets. */
const mail = [
  ...[`From: Ada <${customer}>`, 'To: Support <support@desk.example>', 'Cc: bob@shop.example', 'Subject: Printer'],
  ...['Date: Mon, 23 Nov 2026 10:00:00 +0000', 'Message-ID: <first@shop.example>', 'MIME-Version: 1.0'],
  ...['Content-Type: multipart/mixed; boundary=xYzZY2', '', '--xYzZY2', 'Content-Type: text/plain; charset=utf-8'],
  ...['Content-Transfer-Encoding: 8bit', '', 'It smokes: \u00fc \u6f22 \u{1f600} & "100 %" + 1 = 2 \\', '.', '..', ''],
  ...['On Sunday, Support wrote:', '> Does it smoke?', '', '--xYzZY2', 'Content-Type: text/plain; name=log.txt'],
  ...['Content-Disposition: attachment', 'Content-Transfer-Encoding: base64', '', 'U21va2UK', '--xYzZY2--', ''],
].join('\r\n');

/** Sends the mail of a customer to a mailbox. */
type Send = (api: TestApi, mailbox: Mailbox) => Promise<void>;

const sendToHook =
  (provider: HookProvider, write: (api: TestApi) => Payload): Send =>
  async (api, { id }) => {
    const hook = { key: createHookKey(), signingKey: provider === 'mailgun' ? signingKey : null };
    const hooks = createHookStore(api.secrets);
    await api.database.transaction(writes => hooks.write(writes, id, provider, hook));
    const { type, body } = write(api);
    const url = getHookUrl(api.url, id, provider, hook);
    const { status } = await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body });
    assert.equal(status, 200);
  };

/** Every way to deliver mail to a desk. */
const sources: Readonly<Record<string, Send>> = {
  async api(api, { url }) {
    const query = `envelope_from=${customer}&envelope_to=support@desk.example`;
    const { status } = await api.call('POST', `${url}/mails?${query}`, { text: mail, type: mailMediaType });
    assert.equal(status, 201);
  },
  async command({ environment }, { address }) {
    const { DATA_DIR: dataDir, ...database } = environment;
    const env = { ...database, SECRET_KEYS: testSecretKeyText };
    const args = ['mail', 'receive', '--mailbox', address, '--envelope-from', customer];
    const { status, stderr } = await runDeskInProcess(dataDir, args, { input: mail, env });
    assert.equal(status, 0, stderr);
  },
  async lmtp({ database, stores, clock }, { address }) {
    const log = pino({ level: 'silent' });
    const server = await startLmtpServer({ database, stores, clock: clock.now, log, port: 0 });
    const client = await connectLmtp(server.port);
    assert.match((await client.deliver(customer, [address], mail)).join(), /^250 /);
    client.close();
    await server.stop();
  },
  async imap(api, { url }) {
    const server = await startImapServer();
    const inbound = { host: '127.0.0.1', port: server.port, security: 'none', user: 'support', password: 'secret' };
    await api.call('PUT', `${url}/connection`, { as: 'admin', body: { inbound } });
    const { poll } = createImapDesk(() => api);
    await poll();
    server.deliver(mail, { arrivedAt: api.clock.now() });
    await poll();
    await server.close();
  },
  mailgun: sendToHook('mailgun', ({ clock }) => writeMailgun(mail, { signingKey, now: clock.now() })),
  sendgrid: sendToHook('sendgrid', () => writeSendgrid(mail)),
  postmark: sendToHook('postmark', () => writePostmark(mail)),
};

/** An IMAP folder has no envelopes, and Postmark names only the recipient. */
const unknownEnvelopes: Readonly<Record<string, object>> = {
  imap: { envelope_from: null, envelope_to: null },
  postmark: { envelope_from: null },
};

/** Members that differ between equal tickets. Members that end with `_id`, `_ids`, `_url` or `_at` differ, too. */
const unstable = new Set(['id', 'url', 'version', 'created_by']);

/** Removes the members that differ between equal tickets. */
const toComparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toComparable);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !unstable.has(name) && !/_(ids?|url|at)$/.test(name));
  return Object.fromEntries(members.map(([name, member]) => [name, toComparable(member)]));
};

forEachApi(api => {
  const arrived: Record<string, unknown> = {};
  before(async () => {
    const body = { name: 'Support', address: 'support@desk.example' };
    for (const [name, send] of Object.entries(sources)) {
      const mailbox = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body;
      await send(api(), mailbox);
      await api().runJobs();
      const [stored] = (await api().call<Mail[]>('GET', `/v1/mails?mailbox_id=${mailbox.id}`)).body;
      const ticket = (await api().call<Ticket>('GET', `/v1/tickets/${stored?.ticket_id}`)).body;
      const messages = (await api().call<Message[]>('GET', `${ticket.url}/messages`)).body;
      const raw = (await api().call('GET', `${stored?.url}/raw`)).text;
      arrived[name] = { ...Object(toComparable({ stored, ticket, messages })), raw };
      // The next mailbox has the same address, and its mail must not be a duplicate.
      await api().call('DELETE', ticket.url, { as: 'admin' });
      await api().call('DELETE', mailbox.url, { as: 'admin' });
    }
  });

  it('the API creates a ticket with a message, a folded quote and a file', () => {
    assert.partialDeepStrictEqual(arrived['api'], {
      raw: mail,
      stored: { state: 'processed', envelope_to: 'support@desk.example' },
      ticket: { subject: 'Printer', customer_email: customer },
      messages: [{ folded_lines: 1, attachments: [{ name: 'log.txt' }] }],
    });
  });
  for (const name of Object.keys(sources).filter(each => each !== 'api'))
    it(`${name} creates the same ticket from the same bytes`, () => {
      const expected = JSON.parse(JSON.stringify(arrived['api']));
      Object.assign(expected.stored, unknownEnvelopes[name]);
      assert.deepEqual(arrived[name], expected);
    });
});
