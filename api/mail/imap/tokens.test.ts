import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Mailbox } from '#contract';
import { running } from '../../jobs/states.ts';
import { createAccessTokens } from '../../mailboxes/authorization/access-token.ts';
import { forEachApi } from '../../testing/api.ts';
import { type MailProvider, startMailProvider } from '../testing/mail-provider.ts';
import { createSignInSteps } from '../testing/mailbox-sign-in.ts';
import { createImapDesk } from './testing/imap-desk.ts';
import { type ImapServer, startImapServer } from './testing/imap-server.ts';

const minute = 60_000;

/** Reads the access token of an AUTHENTICATE command (Google's XOAUTH2). */
const parseToken = (line: string): string => {
  const [, encoded = ''] = /XOAUTH2 (\S+)/.exec(line) ?? [];
  return /auth=Bearer ([\w.~+/-]+=*)/.exec(Buffer.from(encoded, 'base64').toString())?.[1] ?? '';
};

forEachApi(api => {
  const desk = createImapDesk(api);
  let provider: MailProvider;
  let server: ImapServer;
  let mailbox: Mailbox;
  let presented: string[];
  const { openBrowser, read, signInAtProvider, authorize } = createSignInSteps(api, () => provider);

  before(async () => {
    provider = await startMailProvider(`${api().url}/oauth/mailbox-callback`);
  });
  after(() => provider.close());
  beforeEach(async () => {
    presented = [];
    server = await startImapServer({
      capabilities: 'IDLE MOVE UIDPLUS SASL-IR AUTH=XOAUTH2',
      async onCommand(command, _index, line) {
        if (command === 'LOGIN') return 'NO [AUTHENTICATIONFAILED] no passwords';
        if (command !== 'AUTHENTICATE') return undefined;
        presented.push(parseToken(line));
        return (await provider.isActive(presented.at(-1) ?? ''))
          ? undefined
          : 'NO [AUTHENTICATIONFAILED] invalid token';
      },
    });
    mailbox = await desk.addMailbox(server, { authentication: 'oauth', password: null });
    await authorize(mailbox, await openBrowser());
    await desk.poll();
  });
  afterEach(async () => {
    await api().database.transaction(writes => writes.deleteFrom('jobs').execute());
    await server.close();
  });

  describe('an IMAP mailbox that signs in with OAuth', () => {
    it('imports mail with its access token, and with a new token after the server rejected the old token', async () => {
      desk.deliver(server, 'First');
      await desk.poll();
      await provider.revokeAccessTokens();
      desk.deliver(server, 'Second');
      await desk.poll();
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['First', 'Second']);
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
      const tokens = [...new Set(presented)];
      assert.equal(tokens.length, 2);
      assert.ok(tokens.every(token => provider.issued.includes(token)));
    });

    it('renews a rejected token once, even if other readers need the token meanwhile', async () => {
      const { database, stores, clock } = api();
      const tokens = createAccessTokens(stores.authorizations);
      const token = await tokens.read(database.read, mailbox.id, clock.now());
      assert.ok(token.kind === 'token');
      const rejected = { generation: token.generation, now: clock.now() };
      assert.ok(await tokens.rejectToken(database, mailbox.id, rejected));
      await database.transaction(writes => writes.updateTable('jobs').set({ state: running }).execute());
      await tokens.renew(database, mailbox.id, clock.now());
      const jobs = database.read.selectFrom('jobs').select('again').where('kind', '=', 'renew_authorization');
      assert.deepEqual(await jobs.where('key', '=', mailbox.id).execute(), [{ again: 0 }]);
    });

    it('waits for the first sign-in, which resumes the mailbox', async () => {
      const other = await desk.addMailbox(server, { authentication: 'oauth', password: null });
      await desk.poll();
      assert.equal((await desk.readStatus(other))?.state, 'paused');
      await authorize(other, await openBrowser());
      await desk.poll();
      assert.equal((await desk.readStatus(other))?.state, 'ok');
    });

    it('pauses when the server rejects a renewed token, and resumes after a new sign-in', async () => {
      const { onCommand } = server.script;
      server.script.onCommand = name => (name === 'AUTHENTICATE' ? 'NO [AUTHENTICATIONFAILED] rejected' : undefined);
      await desk.resume(mailbox);
      for (let attempts = 0; attempts < 3; attempts++) await desk.poll();
      assert.partialDeepStrictEqual(await desk.readStatus(mailbox), { state: 'paused', error: 'rejected' });
      Object.assign(server.script, { onCommand });
      await authorize(mailbox, await openBrowser());
      await desk.poll();
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
    });

    it('pauses when the provider revokes the sign-in; a new sign-in imports the missed mail', async () => {
      await provider.revokeSignIns();
      desk.deliver(server, 'Meanwhile');
      await desk.poll(50 * minute);
      await desk.poll();
      const { state, error, authorize_url: url } = await read(mailbox);
      assert.equal(state, 'expired');
      assert.partialDeepStrictEqual(await desk.readStatus(mailbox), { state: 'paused', error });
      const browser = await openBrowser();
      assert.equal((await browser.open(await signInAtProvider(browser, url ?? ''))).status, 200);
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Meanwhile']);
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
    });
  });
});
