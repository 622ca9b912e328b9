import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Delivery, Mailbox, MailboxCheck, MailboxStatuses } from '#contract';
import { createMailDesk } from '../deliveries/testing/mail-desk.ts';
import { type MailServer, startMailServer } from '../deliveries/testing/mail-server.ts';
import { forEachApi } from '../testing/api.ts';
import { type MailProvider, startMailProvider } from './testing/mail-provider.ts';
import { createSignInSteps } from './testing/mailbox-sign-in.ts';

const as = 'admin';
const [second, minute] = [1000, 60_000];
/** The lifetime of access tokens. Tests advance the clock by it. Browser sessions last longer. */
const lifetime = 10 * minute;

forEachApi(api => {
  const desk = createMailDesk(api);
  let provider: MailProvider;
  let server: MailServer;
  let mailbox: Mailbox;
  /** The tokens that the mail server received. */
  let presented: string[];
  let acceptsToken: (token: string) => Promise<boolean>;
  const { openBrowser, read, setProvider, signInAtProvider, authorize } = createSignInSteps(api, () => provider);

  before(async () => {
    provider = await startMailProvider(`${api().url}/oauth/mailbox-callback`);
    server = await startMailServer({
      acceptsToken: token => {
        presented.push(token);
        return acceptsToken(token);
      },
    });
  });
  after(async () => {
    await server.close();
    await provider.close();
  });
  beforeEach(async () => {
    Object.assign(provider, { fault: null, rotates: false, lifetimeSeconds: lifetime / second, tokenRequests: [] });
    server.arrived = [];
    presented = [];
    acceptsToken = token => provider.isActive(token);
    mailbox = await desk.addMailbox(server, { authentication: 'oauth', user: 'support' });
  });
  afterEach(() => api().call('DELETE', mailbox.url, { as }));
  const readOutbound = async () => {
    const { statuses } = (await api().call<MailboxStatuses>('GET', '/v1/mailbox_statuses')).body;
    return statuses.find(({ mailbox_id }) => mailbox_id === mailbox.id)?.outbound;
  };
  /** Runs the jobs that are due now, and the jobs that wait for a renewal. */
  const run = async () => {
    for (let rounds = 0; rounds < 3; rounds++) {
      await api().runJobs();
      api().clock.advance(3 * second);
    }
  };
  const send = async (): Promise<Delivery> => {
    const readDelivery = await desk.replyOnNewTicket(mailbox);
    await run();
    return readDelivery();
  };

  describe('a mailbox that signs in with OAuth', () => {
    it('sends mail with its access token, which the mail server verifies at the provider', async () => {
      await authorize(mailbox, await openBrowser());
      assert.equal((await send()).state, 'sent');
      assert.equal(server.arrived.length, 1);
      assert.deepEqual(presented, [provider.issued.find(token => token === presented[0])]);
    });

    it('sends mail with a token that lives for 20 seconds, then with a renewed token', async () => {
      provider.lifetimeSeconds = 20;
      await authorize(mailbox, await openBrowser());
      for (let mails = 0; mails < 2; mails++) {
        assert.equal((await send()).state, 'sent');
        api().clock.advance(15 * second);
      }
      assert.deepEqual(provider.tokenRequests, ['authorization_code', 'refresh_token']);
    });

    it('pauses until an administrator signs in, then sends the waiting mail', async () => {
      const readDelivery = await desk.replyOnNewTicket(mailbox);
      await run();
      assert.partialDeepStrictEqual(await readOutbound(), {
        state: 'paused',
        error: 'Choose where the mailbox signs in.',
      });
      await setProvider(mailbox);
      await api().call('PUT', `${mailbox.url}/attempt`, { as });
      await run();
      assert.partialDeepStrictEqual(await readOutbound(), { state: 'paused', error: 'Sign in at localhost first.' });
      await authorize(mailbox, await openBrowser());
      await run();
      assert.equal((await readDelivery()).state, 'sent');
      assert.equal((await readOutbound())?.state, 'ok');
    });

    it('renews its token early, once, and keeps a refresh token that the provider does not rotate', async () => {
      await authorize(mailbox, await openBrowser());
      const { version } = await read(mailbox);
      for (const rotates of [false, true, true]) {
        provider.rotates = rotates;
        api().clock.advance(0.8 * lifetime + second);
        await Promise.all([api().runJobs(), api().runJobs()]);
        assert.equal(provider.tokenRequests.splice(0).filter(type => type === 'refresh_token').length, 1);
        assert.equal((await send()).state, 'sent');
      }
      assert.equal((await read(mailbox)).version, version, 'a renewal does not change the version');
    });

    it('renews an expired token when a mail is sent, even if the job that renews it is missing', async () => {
      await authorize(mailbox, await openBrowser());
      await api().database.transaction(writes => writes.deleteFrom('jobs').execute());
      api().clock.advance(2 * lifetime);
      assert.equal((await send()).state, 'sent');
    });

    it('renews a rejected token once, then pauses with the error message of the mail server', async () => {
      await authorize(mailbox, await openBrowser());
      await provider.revokeAccessTokens();
      assert.equal((await send()).state, 'sent');
      assert.equal(new Set(presented).size, 2);
      acceptsToken = async () => false;
      // Changing a setting closes the open connection, so that the next mail signs in again.
      await api().call('PATCH', `${mailbox.url}/connection`, { as, body: { outbound: { max_connections: 1 } } });
      assert.equal((await send()).state, 'queued');
      assert.partialDeepStrictEqual(await readOutbound(), {
        state: 'paused',
        error: '535 Invalid username or password',
      });
      assert.equal(new Set(presented).size, 2, 'the renewed token is rejected, and no other token is requested');
      acceptsToken = token => provider.isActive(token);
      await api().call('PUT', `${mailbox.url}/attempt`, { as });
      await run();
      assert.equal((await readOutbound())?.state, 'ok');
    });

    it('pauses with an error when the provider revokes the sign-in, and resumes after a new sign-in', async () => {
      await authorize(mailbox, await openBrowser());
      await provider.revokeSignIns();
      api().clock.advance(0.8 * lifetime + second);
      await api().runJobs();
      const error = /^localhost no longer accepts the sign-in \(invalid_grant: .*\)\. Sign in again\.$/;
      const { state, error: shown } = await read(mailbox);
      assert.equal(state, 'expired');
      assert.match(shown ?? '', error);
      assert.partialDeepStrictEqual(await readOutbound(), { state: 'paused', error: shown });
      const readDelivery = await desk.replyOnNewTicket(mailbox);
      await run();
      assert.equal((await readDelivery()).state, 'queued');
      const browser = await openBrowser();
      const page = await browser.open(await signInAtProvider(browser, (await read(mailbox)).authorize_url ?? ''));
      assert.equal(page.status, 200, page.text);
      await run();
      assert.equal((await readDelivery()).state, 'sent');
      assert.partialDeepStrictEqual(await read(mailbox), { state: 'authorized', error: null });
    });

    it('backs off while the provider is unavailable or its responses are lost, then sends', async () => {
      for (const fault of ['outage', 'lost response'] as const) {
        await authorize(mailbox, await openBrowser());
        provider.fault = fault;
        api().clock.advance(2 * lifetime);
        const readDelivery = await desk.replyOnNewTicket(mailbox);
        await run();
        await run();
        assert.equal((await readDelivery()).state, 'queued');
        const { state, error } = await read(mailbox);
        assert.equal(state, 'authorized');
        assert.match(error ?? '', /^localhost did not renew the sign-in \(.*\)\. The desk will try again\.$/);
        assert.partialDeepStrictEqual(await readOutbound(), { state: 'paused', error });
        const requests = provider.tokenRequests.length;
        await api().runJobs();
        assert.equal(provider.tokenRequests.length, requests, 'no request before the delay is over');
        provider.fault = null;
        api().clock.advance(15 * minute);
        await run();
        api().clock.advance(15 * minute);
        await run();
        assert.equal((await readDelivery()).state, 'sent', fault);
        assert.partialDeepStrictEqual(await read(mailbox), { state: 'authorized', error: null });
        await api().call('DELETE', `${mailbox.url}/authorization`, { as });
      }
    });

    it('expires the sign-in if a rotated refresh token was lost with its response', async () => {
      await authorize(mailbox, await openBrowser());
      Object.assign(provider, { rotates: true, fault: 'lost response' });
      api().clock.advance(0.8 * lifetime + second);
      await api().runJobs();
      provider.fault = null;
      api().clock.advance(minute);
      await api().runJobs();
      assert.equal((await read(mailbox)).state, 'expired');
    });

    it('is checked with its access token, and the result of the check does not contain the token', async () => {
      const check = async () => {
        const body = { part: 'outbound' };
        return (await api().call<MailboxCheck>('PUT', `${mailbox.url}/check`, { as, body })).text;
      };
      assert.match(await check(), /Choose where the mailbox signs in\./);
      await authorize(mailbox, await openBrowser());
      assert.match(await check(), /Signed in as support/);
      acceptsToken = async () => false;
      const rejected = await check();
      assert.match(rejected, /535 Invalid username or password.*sign in at the provider again/s);
      for (const token of provider.issued) assert.ok(!rejected.includes(token));
    });

    it('needs a new sign-in before its token is sent to another host, but not for another port', async () => {
      await authorize(mailbox, await openBrowser());
      const change = (outbound: object) => api().call('PATCH', `${mailbox.url}/connection`, { as, body: { outbound } });
      await change({ port: 1 });
      assert.equal((await read(mailbox)).state, 'authorized');
      await change({ host: 'localhost', port: server.port });
      const error = 'The mail server changed. Sign in again.';
      assert.partialDeepStrictEqual(await read(mailbox), { state: 'expired', error });
      assert.equal((await send()).state, 'queued');
      assert.deepEqual(presented, []);
    });
  });
});
