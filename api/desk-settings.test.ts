import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Invitation, Mailbox, MailboxStatuses, Person, SettingsChange } from '#contract';
import { defaultSettings } from '#contract/default-settings';
import { createMailDesk } from './deliveries/testing/mail-desk.ts';
import { type MailServer, startMailServer } from './deliveries/testing/mail-server.ts';
import { createFormBrowser } from './oauth/testing/browser.ts';
import { forEachApi } from './testing/api.ts';
import { getStatusAndFieldErrors } from './testing/field-errors.ts';

const as = 'admin';
const day = 86_400_000;
let count = 0;

forEachApi(api => {
  const desk = createMailDesk(api);
  const patch = (body: SettingsChange) => api().call('PATCH', '/v1/settings', { as, body });
  const change = async (body: SettingsChange) => assert.equal((await patch(body)).status, 200);
  const invite = async (deliver = 'mail') => {
    const body = { name: 'Nora', email: `desk-${count++}@desk.example` };
    const { url } = (await api().call<Person>('POST', '/v1/people', { as, body })).body;
    return (await api().call<Invitation>('PUT', `${url}/invitation`, { as, body: { deliver } })).body;
  };
  /** Runs `use` with a mail server. The mailboxes that `use` returns capture mail afterwards. */
  const withServer = async (use: (server: MailServer) => Promise<Mailbox[]>) => {
    const server = await startMailServer();
    try {
      for (const { url } of await use(server)) await api().call('PATCH', url, { as, body: { transport: 'capture' } });
    } finally {
      await server.close();
    }
  };
  afterEach(() => change(defaultSettings));

  it('422 lists every invalid field; 200 for a default mailbox that was deleted', async () => {
    const body = { desk_name: '', invitation_days: 31, default_mailbox_id: '999', outbound_paused: null as never };
    assert.deepEqual(getStatusAndFieldErrors(await patch(body)), [
      422,
      [
        ['desk_name', 1003],
        ['outbound_paused', 1011],
        ['invitation_days', 1009],
        ['default_mailbox_id', 1013],
      ],
    ]);
    const { id, url } = await desk.addMailbox();
    await change({ default_mailbox_id: id });
    await api().call('DELETE', url, { as });
    await change({ default_mailbox_id: id, desk_name: 'Tallywright' });
  });

  it('the desk name is on sign-in pages and in mail about accounts, as text, not as HTML', () =>
    withServer(async server => {
      const mailbox = await desk.addMailbox(server);
      await change({ desk_name: 'Tally <b>wright' });
      const { text } = await createFormBrowser().open(`${api().url}/oauth/forgot`);
      assert.match(text, /<title>Forgot your password\? · Tally &lt;b&gt;wright<\/title>/);
      assert.match(text, /<bdi>Tally &lt;b&gt;wright<\/bdi>/);
      await invite();
      await api().runJobs();
      const raw = server.arrived.at(-1)?.raw ?? '';
      assert.match(raw, /^Subject: Your invitation to Tally <b>wright/m);
      assert.match(raw, /You are invited to Tally <b>wright\./);
      return [mailbox];
    }));

  it('an invitation expires after the number of days in the settings', async () => {
    await change({ invitation_days: 2 });
    const left = Date.parse((await invite('link')).expires_at) - api().clock.now();
    assert.ok(Math.abs(left - 2 * day) < 60_000, `${left}`);
  });

  it('mail about accounts comes from the default mailbox, or from the oldest while the default is disabled', () =>
    withServer(async server => {
      const [first, second] = [await desk.addMailbox(server), await desk.addMailbox(server)];
      await change({ default_mailbox_id: second.id });
      await invite();
      await api().runJobs();
      await api().call('PATCH', second.url, { as, body: { enabled: false } });
      await invite();
      await api().runJobs();
      assert.deepEqual(
        server.arrived.map(({ from }) => from),
        [second.address, first.address],
      );
      return [first, second];
    }));

  describe('a pause of all mail', () => {
    const isPaused = async () =>
      (await api().call<MailboxStatuses>('GET', '/v1/mailbox_statuses')).body.outbound_paused;

    it('holds back mail to mail servers until the pause ends, and is visible to agents', () =>
      withServer(async server => {
        const [mailbox, capturing] = [await desk.addMailbox(server), await desk.addMailbox()];
        await change({ outbound_paused: true });
        assert.equal(await isPaused(), true);
        const [read, readCaptured] = [await desk.replyOnNewTicket(mailbox), await desk.replyOnNewTicket(capturing)];
        await api().runJobs();
        assert.deepEqual([(await read()).state, server.arrived.length], ['queued', 0]);
        assert.equal((await readCaptured()).state, 'captured');
        await change({ outbound_paused: false });
        await api().runJobs();
        assert.deepEqual([(await read()).state, server.arrived.length, await isPaused()], ['sent', 1, false]);
        return [mailbox];
      }));

    it('makes an invitation by mail return the link instead', () =>
      withServer(async server => {
        const mailbox = await desk.addMailbox(server);
        await change({ outbound_paused: true });
        const { link, delivery_id } = await invite();
        assert.ok(link?.includes('/oauth/one-time/') && delivery_id === null);
        return [mailbox];
      }));
  });
});
