import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Mailbox, MailboxConnection } from '#contract';
import { inboundPasswordName, outboundPasswordName } from '../database/secret-names.ts';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

const as = 'admin';
const password = 'correct horse battery staple';
const withPassword = { authentication: 'password' };
const outbound = { host: 'smtp.desk.example', port: 465, security: 'tls', user: 'support' };
const inbound = { host: 'imap.desk.example', port: 993, security: 'tls', user: 'support' };
let count = 0;

forEachApi(api => {
  const createMailbox = async () => {
    const body = { name: 'Support', address: `connection-${count++}@desk.example` };
    const { id, url } = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as, body })).body;
    return { id, mailbox: url, url: `${url}/connection` };
  };
  const send = (method: string, url: string, body: object) => api().call<MailboxConnection>(method, url, { as, body });
  const readPassword = (id: string, name = outboundPasswordName(id)) => api().secrets.read(api().database.read, name);

  describe('the connection of a mailbox', () => {
    it('200 with defaults and its own version; the password is stored but never returned', async () => {
      const { id, mailbox, url } = await createMailbox();
      const before = await api().call<MailboxConnection>('GET', url, { as });
      assert.partialDeepStrictEqual(before.body, { id, url, inbound: null, outbound: null, version: 1 });
      const { status, body, text } = await send('PUT', url, { outbound: { ...outbound, password } });
      const defaults = { max_connections: 2, max_per_minute: 60, plus_addressing: false, bounce_addressing: false };
      assert.deepEqual([status, body.version], [200, 2]);
      assert.deepEqual(body.outbound, { ...outbound, ...withPassword, ...defaults, password_set: true });
      assert.ok(!text.includes(password));
      assert.equal(await readPassword(id), password);
      assert.equal((await api().call<Mailbox>('GET', mailbox, { as })).body.version, 1);
    });

    it('200 keeps an omitted password, stores a new password, and removes it for null, or without a user', async () => {
      const { id, url } = await createMailbox();
      const { body } = await send('PUT', url, { outbound: { ...outbound, password } });
      assert.deepEqual((await send('PUT', url, body)).body, body, 'an unchanged response changes nothing');
      const moved = await send('PATCH', url, { outbound: { port: 2465 } });
      assert.partialDeepStrictEqual(moved.body, { version: 3, outbound: { ...outbound, port: 2465 } });
      assert.equal(await readPassword(id), password);
      const renewed = await send('PATCH', url, { outbound: { password: `${password}!` } });
      assert.deepEqual([renewed.body.version, await readPassword(id)], [4, `${password}!`]);
      for (const change of [{ password: null }, { user: null }]) {
        await send('PATCH', url, { outbound: { user: 'support', password } });
        assert.equal((await send('PATCH', url, { outbound: change })).body.outbound?.password_set, false);
        assert.equal(await readPassword(id), null);
      }
    });

    it('200 with an IMAP server, which has its own password', async () => {
      const { id, url } = await createMailbox();
      const body = { inbound: { ...inbound, password: `imap ${password}` }, outbound: { ...outbound, password } };
      const stored = (await send('PUT', url, body)).body;
      const defaults = { folder: 'INBOX', after_import: 'leave', move_to: null, import_since: null };
      assert.deepEqual(stored.inbound, { ...inbound, ...withPassword, ...defaults, password_set: true });
      assert.equal(await readPassword(id, inboundPasswordName(id)), `imap ${password}`);
      assert.equal(await readPassword(id), password);
      assert.deepEqual((await send('PUT', url, stored)).body, stored, 'an unchanged response changes nothing');
      const since = { import_since: '2026-11-20T01:00:00+01:00', after_import: 'move', move_to: 'Done' };
      const changed = (await send('PATCH', url, { inbound: since })).body;
      const expected = { ...since, import_since: '2026-11-20T00:00:00.000Z' };
      assert.partialDeepStrictEqual(changed, { version: 3, inbound: expected, outbound: stored.outbound });
      assert.deepEqual((await send('PATCH', url, { inbound: since })).body, changed);
      assert.equal((await send('PATCH', url, { inbound: null })).body.inbound, null);
      assert.equal(await readPassword(id, inboundPasswordName(id)), null);
    });

    it('200 for OAuth at another host without the password; the stored password is removed', async () => {
      const { id, url } = await createMailbox();
      await send('PUT', url, { inbound: { ...inbound, password }, outbound: { ...outbound, password } });
      const server = { host: 'mail.provider.example', authentication: 'oauth' };
      const { body } = await send('PATCH', url, { inbound: server, outbound: server });
      const changed = { ...server, password_set: false };
      assert.partialDeepStrictEqual(body, { inbound: changed, outbound: changed });
      for (const name of [inboundPasswordName(id), outboundPasswordName(id)])
        assert.equal(await readPassword(id, name), null);
    });

    it('200 with password authentication for a server that was stored before OAuth was supported', async () => {
      const { id, url } = await createMailbox();
      const { body } = await send('PUT', url, { outbound: { ...outbound, password } });
      const older = JSON.stringify({ ...body.outbound, authentication: undefined, password_set: undefined });
      await api().database.transaction(writes =>
        writes.updateTable('mailboxes').set({ outbound: older }).where('id', '=', id).execute(),
      );
      assert.deepEqual((await send('PUT', url, body)).body, body, 'an unchanged response changes nothing');
    });

    it('409 and 412 for a stale version, with no password in the response', async () => {
      const { id, url } = await createMailbox();
      await send('PUT', url, { outbound: { ...outbound, password } });
      const stale = { version: 1, outbound: { ...outbound, port: 25, password: `stale ${password}` } };
      const headers = { 'If-Match': '"1"' };
      for (const [status, response] of [
        [409, await send('PUT', url, stale)],
        [409, await send('PATCH', url, { version: 1, outbound: { password: `stale ${password}` } })],
        [412, await api().call('PUT', url, { as, body: stale, headers })],
      ] as const) {
        assert.equal(response.status, status);
        assert.ok(!response.text.includes(password), response.text);
      }
      assert.equal(await readPassword(id), password);
    });

    it('422 for another host without the password, remote servers without TLS, and missing members', async () => {
      const { mailbox, url } = await createMailbox();
      await send('PUT', url, { outbound: { ...outbound, password } });
      for (const [method, body, errors] of [
        ['PATCH', { outbound: { host: 'evil.example' } }, [['outbound.password', 1001]]],
        ['PUT', { outbound: { ...outbound, host: 'evil.example' } }, [['outbound.password', 1001]]],
        ['PATCH', { outbound: { security: 'none' } }, [['outbound.security', 1005]]],
        ['PATCH', { outbound: { user: null, password } }, [['outbound.user', 1001]]],
        [
          'PUT',
          { outbound: { host: 'a b', port: 0 } },
          [
            ['outbound.host', 1006],
            ['outbound.port', 1009],
            ['outbound.security', 1001],
          ],
        ],
        ['PATCH', { outbound: { password_set: false } }, [['outbound.password_set', 1008]]],
      ] as const)
        assert.deepEqual(getStatusAndFieldErrors(await send(method, url, body)), [422, errors], JSON.stringify(body));
      await send('PUT', url, { inbound: { ...inbound, password }, outbound: { ...outbound, password } });
      for (const [change, errors] of [
        [{ host: 'evil.example' }, [['inbound.password', 1001]]],
        [{ security: 'none' }, [['inbound.security', 1005]]],
        [{ after_import: 'move' }, [['inbound.move_to', 1001]]],
        [{ after_import: 'move', move_to: 'INBOX' }, [['inbound.move_to', 1005]]],
        [
          { user: null, after_import: 'delete' },
          [
            ['inbound.user', 1011],
            ['inbound.after_import', 1005],
          ],
        ],
      ] as const)
        assert.deepEqual(getStatusAndFieldErrors(await send('PATCH', url, { inbound: change })), [422, errors]);
      const local = { ...outbound, host: '127.0.0.1', security: 'none', password };
      assert.equal((await send('PUT', url, { outbound: local })).status, 200);
      assert.equal((await api().call('PATCH', mailbox, { as, body: { transport: 'smtp' } })).status, 200);
      assert.deepEqual(getStatusAndFieldErrors(await send('PATCH', url, { outbound: null })), [
        422,
        [['outbound', 1001]],
      ]);
      const empty = (await createMailbox()).url;
      assert.deepEqual(getStatusAndFieldErrors(await send('PATCH', empty, { outbound: { port: 25 } })), [
        422,
        [
          ['outbound.host', 1001],
          ['outbound.security', 1001],
        ],
      ]);
    });

    it('404 for a mailbox that never existed, for every method', async () => {
      for (const method of ['GET', 'PUT', 'PATCH'])
        assert.equal(
          (await api().call(method, '/v1/mailboxes/nowhere/connection', { as, ...(method !== 'GET' && { body: {} }) }))
            .body.code,
          40407,
        );
    });

    it('stores no password in plain text in mailboxes, secrets, idempotency keys or events', async () => {
      const { url } = await createMailbox();
      await send('PUT', url, { inbound: { ...inbound, password }, outbound: { ...outbound, password } });
      for (const table of ['mailboxes', 'sealed_secrets', 'idempotency_keys', 'events']) {
        const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(api().database.read);
        const text = JSON.stringify(rows);
        for (const form of [password, Buffer.from(password).toString('base64'), Buffer.from(password).toString('hex')])
          assert.ok(!text.includes(form.slice(0, 24)), table);
      }
    });
  });
});
