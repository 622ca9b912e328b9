import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Delivery, Invitation, Invitations, Mailbox, Person, ResetLink } from '#contract';
import { excludedTables } from './backup/tables.ts';
import { findLink, insertLink } from './database/one-time-links.ts';
import { createMailDesk } from './deliveries/testing/mail-desk.ts';
import { startMailServer } from './deliveries/testing/mail-server.ts';
import { forEachApi } from './testing/api.ts';
import { getStatusAndFieldErrors } from './testing/field-errors.ts';
import { runDeskInProcess } from './testing/run-desk.ts';
import { testSecretKeyText } from './testing/secret-keys.ts';

const as = 'admin';
const day = 86_400_000;
let count = 0;

const getToken = (link: string | null = ''): string => link?.split('/oauth/one-time/')[1] ?? '';

forEachApi(api => {
  const addPerson = async (fields: object = {}) => {
    const body = { name: 'Nora', email: `invited-${count++}@desk.example`, ...fields };
    return (await api().call<Person>('POST', '/v1/people', { as, body })).body;
  };
  const invite = (person: { url: string }, deliver = 'link', headers = {}) =>
    api().call<Invitation>('PUT', `${person.url}/invitation`, { as, body: { deliver }, headers });
  const read = (person: { url: string }) => api().call<Invitation>('GET', `${person.url}/invitation`, { as });
  const works = async (link: string | null | undefined) =>
    (await findLink(api().database.read, getToken(link ?? ''), api().clock.now())) !== null;

  describe('an invitation', () => {
    it('200 with a link that is valid for seven days and that only PUT returns; no stored row contains its token', async () => {
      const person = await addPerson();
      const { status, headers, body } = await invite(person);
      const expires = new Date(api().clock.now() + 7 * day).toISOString();
      assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
      assert.match(body.link ?? '', /\/oauth\/one-time\/[0-9a-f]{64}$/);
      assert.ok(Math.abs(Date.parse(body.expires_at) - Date.parse(expires)) < 60_000);
      assert.partialDeepStrictEqual(body, { state: 'pending', delivery_id: null });
      assert.deepEqual((await read(person)).body, { ...body, link: null });
      for (const table of ['one_time_links', 'idempotency_keys', 'audit_entries'] as const) {
        const rows = await api().database.read.selectFrom(table).selectAll().execute();
        assert.ok(!JSON.stringify(rows).includes(getToken(body.link)), table);
      }
    });

    it('200 replaces the first link; a repeated Idempotency-Key returns no link, since no token is stored', async () => {
      const person = await addPerson();
      const first = (await invite(person)).body;
      const headers = { 'Idempotency-Key': person.email };
      const [second, replay] = [await invite(person, 'link', headers), await invite(person, 'link', headers)];
      assert.deepEqual([await works(first.link), await works(second.body.link)], [false, true]);
      assert.deepEqual(replay.body, { ...second.body, link: null });
      assert.equal(replay.headers.get('idempotency-replayed'), 'true');
      const stored = await api().database.read.selectFrom('idempotency_keys').select('answer').execute();
      assert.ok(stored.length > 0 && !JSON.stringify(stored).includes(getToken(second.body.link)));
    });

    it('204 withdraws the invitation; 404 without an invitation, and for an unknown person', async () => {
      const person = await addPerson();
      const { link } = (await invite(person)).body;
      const remove = () => api().call('DELETE', `${person.url}/invitation`, { as });
      assert.deepEqual([(await remove()).status, await works(link)], [204, false]);
      for (const response of [await remove(), await api().call('GET', `${person.url}/invitation`, { as })])
        assert.equal(response.body.code, 40421);
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const body = method === 'PUT' ? { body: { deliver: 'link' } } : {};
        const { status } = await api().call(method, '/v1/people/nobody/invitation', { as, ...body });
        assert.equal(status, 404, method);
      }
    });

    it('409 for a disabled person, 405 for a mailbox, 403 for agents, 422 for an unknown `deliver`', async () => {
      const person = await addPerson({ disabled: true });
      assert.equal((await invite(person)).body.code as unknown, 40914);
      const mailbox = { name: 'Support', address: `mailbox-${count++}@desk.example` };
      const { url } = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as, body: mailbox })).body;
      assert.ok(url);
      const kinds = await api().call<Person[]>('GET', '/v1/people?kind=mailbox', { as });
      assert.equal((await invite({ url: kinds.body[0]?.url ?? '' })).status, 405);
      const agent = await api().call('PUT', `${person.url}/invitation`, { as: 'agent', body: { deliver: 'link' } });
      assert.equal(agent.body.code, 40300);
      assert.deepEqual(getStatusAndFieldErrors(await invite(person, 'pigeon')), [422, [['deliver', 1005]]]);
    });

    it('stops working when its person is disabled or gets a new password or address, and when it expires', async () => {
      for (const change of [
        { password: 'a long new password' },
        { email: `moved-${count++}@desk.example` },
        { disabled: true },
      ]) {
        const person = await addPerson();
        const { link } = (await invite(person)).body;
        await api().call('PATCH', person.url, { as, body: { name: 'Renamed' } });
        assert.ok(await works(link));
        await api().call('PATCH', person.url, { as, body: change });
        assert.equal(await works(link), false, Object.keys(change).join());
      }
      const person = await addPerson();
      const old = { token: 'a'.repeat(64), now: api().clock.now() - 7 * day };
      const draft = { kind: 'invitation', personId: person.id, createdBy: null, deliveryId: null } as const;
      await api().database.transaction(writes => insertLink(writes, draft, old));
      assert.equal((await read(person)).body.state, 'expired');
      assert.equal(await works(`/oauth/one-time/${old.token}`), false);
      await api().runJobs();
      assert.equal((await read(person)).status, 404);
    });

    it('200 lists the invitations of all people, but neither links nor withdrawn invitations', async () => {
      const list = async () =>
        (await api().call<Invitations>('GET', '/v1/invitations', { as })).body.invitations.map(each => each.person_id);
      const [first, second] = [await addPerson(), await addPerson()];
      const { link: _, ...invitation } = (await invite(first)).body;
      const { text, body } = await api().call<Invitations>('GET', '/v1/invitations', { as });
      assert.deepEqual(
        body.invitations.find(each => each.person_id === first.id),
        { person_id: first.id, ...invitation },
      );
      assert.ok(!text.includes('one-time'));
      await invite(second);
      await api().call('DELETE', `${first.url}/invitation`, { as });
      const listed = await list();
      assert.deepEqual([listed.includes(first.id), listed.includes(second.id)], [false, true]);
    });

    it('is not in a backup', () => {
      assert.ok(excludedTables.includes('one_time_links'));
    });
  });

  describe('an invitation by mail', () => {
    const desk = createMailDesk(api);

    it('200 with the link instead if no mailbox sends mail; 422 for `invite` in POST /people', async () => {
      const { link, delivery_id } = (await invite(await addPerson(), 'mail')).body;
      assert.deepEqual([await works(link), delivery_id], [true, null]);
      const body = { name: 'Nora', email: 'unsent@desk.example', invite: true };
      const rejected = await api().call('POST', '/v1/people', { as, body });
      assert.deepEqual(getStatusAndFieldErrors(rejected), [422, [['invite', 1005]]]);
      assert.equal((await api().call('POST', '/v1/people', { as, body: { ...body, invite: false } })).status, 201);
    });

    it('mails a link without storing its token, and never captures or serves the mail', async t => {
      const server = await startMailServer();
      t.after(server.close);
      const mailbox = await desk.addMailbox(server);
      const email = 'mailed@desk.example';
      const created = await api().call<Person>('POST', '/v1/people', {
        as,
        body: { name: 'Nora', email, invite: true },
      });
      assert.equal(created.status, 201, created.text);
      const { delivery_id: id, link } = (await read(created.body)).body;
      assert.equal(link, null);
      await api().runJobs();
      const [mail] = server.arrived;
      const token = /\/oauth\/one-time\/(\w+)/.exec(mail?.raw.replaceAll(/=\r?\n/g, '') ?? '')?.[1] ?? '';
      assert.deepEqual([mail?.to, await works(`/oauth/one-time/${token}`)], [[email], true]);
      const sent = (await api().call<Delivery>('GET', `/v1/deliveries/${id}`)).body;
      assert.partialDeepStrictEqual(sent, { kind: 'account', state: 'sent', ticket_id: null, message_id: null });
      assert.equal((await api().call('GET', `/v1/deliveries/${id}/raw`, { as })).status, 403);
      for (const table of ['deliveries', 'delivery_sources', 'one_time_links', 'jobs', 'idempotency_keys'] as const) {
        const rows = await api().database.read.selectFrom(table).selectAll().execute();
        assert.ok(!JSON.stringify(rows).includes(token), table);
      }

      const [replaced, capturing] = [await addPerson(), await addPerson()];
      const first = (await invite(replaced, 'mail')).body.delivery_id;
      await invite(replaced, 'link');
      await api().runJobs();
      assert.equal((await desk.readDelivery(first)).state, 'cancelled', 'a replaced link is not mailed');
      const waiting = (await invite(capturing, 'mail')).body.delivery_id;
      await api().call('PATCH', mailbox.url, { as, body: { transport: 'capture' } });
      await api().runJobs();
      assert.deepEqual([(await desk.readDelivery(waiting)).state, server.arrived.length], ['cancelled', 1]);
      assert.equal((await read(capturing)).status, 404);
    });

    it('is deleted when an administrator cancels its mail', async t => {
      const server = await startMailServer({ onData: () => [450, '4.2.0 Try later'] });
      t.after(server.close);
      const mailbox = await desk.addMailbox(server);
      const person = await addPerson();
      const { delivery_id: id } = (await invite(person, 'mail')).body;
      assert.equal((await read(person)).status, 200);
      assert.equal((await api().call('DELETE', `/v1/deliveries/${id}`, { as })).status, 204);
      assert.equal((await read(person)).status, 404);
      await api().call('PATCH', mailbox.url, { as, body: { transport: 'capture' } });
    });

    it('makes a new token for each attempt: only the last mail has a link that works', async t => {
      const server = await startMailServer({ onData: () => [450, '4.2.0 Try later'] });
      t.after(server.close);
      const mailbox = await desk.addMailbox(server);
      const { delivery_id: id } = (await invite(await addPerson(), 'mail')).body;
      await api().runJobs();
      server.script = {};
      assert.equal((await api().call('PUT', `/v1/deliveries/${id}/attempt`)).status, 403);
      assert.equal((await api().call('DELETE', `/v1/deliveries/${id}`)).status, 403);
      await api().call('PUT', `/v1/deliveries/${id}/attempt`, { as });
      await api().runJobs();
      const links = server.arrived.map(
        ({ raw }) => /\/oauth\/one-time\/\w+/.exec(raw.replaceAll(/=\r?\n/g, ''))?.[0] ?? '',
      );
      assert.equal((await desk.readDelivery(id)).state, 'sent');
      assert.deepEqual([links.length, await works(links[0]), await works(links[1])], [2, false, true]);
      await api().call('PATCH', mailbox.url, { as, body: { transport: 'capture' } });
    });

    it('stores no token that the mail server quotes, and removes the link of a mail that fails', async t => {
      const server = await startMailServer({ onData: () => [550, `5.7.1 Rejected /one-time/${'a'.repeat(64)}`] });
      t.after(server.close);
      const mailbox = await desk.addMailbox(server);
      const person = await addPerson();
      const { delivery_id: id } = (await invite(person, 'mail')).body;
      await api().runJobs();
      const { state, recipients } = await desk.readDelivery(id);
      assert.deepEqual([state, recipients[0]?.response], ['failed', '550 5.7.1 Rejected /one-time/…']);
      assert.equal((await read(person)).status, 404);
      await api().call('PATCH', mailbox.url, { as, body: { transport: 'capture' } });
    });

    it('cancels the mail if a mailbox gets the person’s address after the mail was enqueued', async t => {
      const server = await startMailServer();
      t.after(server.close);
      const mailbox = await desk.addMailbox(server);
      const person = await addPerson();
      const { delivery_id: id } = (await invite(person, 'mail')).body;
      await desk.addMailbox(undefined, {}, { address: person.email });
      await api().runJobs();
      assert.deepEqual([(await desk.readDelivery(id)).state, server.arrived.length], ['cancelled', 0]);
      await api().call('PATCH', mailbox.url, { as, body: { transport: 'capture' } });
    });

    it('returns the link if the mail would arrive at the desk itself, where everyone could read it', async t => {
      const server = await startMailServer();
      t.after(server.close);
      const mailbox = await desk.addMailbox(server);
      const { delivery_id, link } = (await invite(await addPerson({ email: mailbox.address }), 'mail')).body;
      assert.deepEqual([delivery_id, await works(link)], [null, true]);
      await api().call('PATCH', mailbox.url, { as, body: { transport: 'capture' } });
    });
  });

  describe('a reset link from an administrator', () => {
    const desk = createMailDesk(api);
    const reset = (person: { url: string }, deliver: string, headers = {}) =>
      api().call<ResetLink>('PUT', `${person.url}/reset_link`, { as, body: { deliver }, headers });

    it('200 with a link valid for an hour, no link for a repeated Idempotency-Key; 409 for a disabled person', async () => {
      const person = await addPerson({ password: 'a long old password' });
      const headers = { 'Idempotency-Key': person.email };
      const { body } = await reset(person, 'mail', headers);
      assert.deepEqual([await works(body.link), body.delivery_id], [true, null], 'no mailbox sends mail');
      const left = Date.parse(body.expires_at) - api().clock.now();
      assert.ok(left > 3_500_000 && left <= 3_600_000, `${left}`);
      assert.deepEqual((await reset(person, 'mail', headers)).body, { ...body, link: null });
      assert.equal((await reset(await addPerson({ disabled: true }), 'link')).body.code as unknown, 40914);
    });

    it('mails the link', async t => {
      const server = await startMailServer();
      t.after(server.close);
      const mailbox = await desk.addMailbox(server);
      const person = await addPerson({ password: 'a long old password' });
      const { delivery_id: id, link } = (await reset(person, 'mail')).body;
      await api().runJobs();
      const path = /\/oauth\/one-time\/\w+/.exec(server.arrived[0]?.raw.replaceAll(/=\r?\n/g, '') ?? '')?.[0];
      assert.deepEqual([link, (await desk.readDelivery(id)).state, await works(path)], [null, 'sent', true]);
      await api().call('PATCH', mailbox.url, { as, body: { transport: 'capture' } });
    });
  });

  describe('desk people invite and reset-link', () => {
    const run = (...args: string[]) =>
      runDeskInProcess('', ['people', ...args], {
        env: { ...api().environment, SECRET_KEYS: testSecretKeyText, API_PUBLIC_URL: api().url },
      });

    it('print a link that works, and reject a disabled person', async () => {
      const person = await addPerson();
      for (const verb of ['invite', 'reset-link']) {
        const { stdout } = await run(verb, person.email);
        const [first, link = ''] = stdout.trim().split('\n');
        assert.ok(first?.startsWith(`${person.email} can choose a`));
        assert.ok(link.startsWith(`${api().url}/oauth/one-time/`) && (await works(link)), link);
      }
      const { email } = await addPerson({ disabled: true });
      for (const verb of ['invite', 'reset-link']) {
        const { status, stderr } = await run(verb, email);
        assert.deepEqual([status, stderr], [1, `${email} is disabled; run "desk people enable ${email}" first.\n`]);
      }
    });
  });
});
