import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachApi } from '../../testing/api.ts';
import { type MailProvider, startMailProvider } from '../testing/mail-provider.ts';
import { createSignInSteps } from '../testing/mailbox-sign-in.ts';
import { createImapDesk } from './testing/imap-desk.ts';
import { type ImapServer, startImapServer } from './testing/imap-server.ts';

const second = 1000;

/** Returns the token of an `AUTHENTICATE XOAUTH2` command. */
const readToken = (line: string): string => {
  const fields = Buffer.from(line.split(' ').at(-1) ?? '', 'base64').toString();
  return /auth=Bearer (\S+?)\p{Cc}/u.exec(fields)?.[1] ?? '';
};

forEachApi(api => {
  const desk = createImapDesk(api);
  let provider: MailProvider;
  let server: ImapServer;
  const { openBrowser, authorize } = createSignInSteps(api, () => provider);
  const presented: string[] = [];
  const refused = new Set<string>();

  before(async () => {
    provider = await startMailProvider(`${api().url}/oauth/mailbox-callback`);
    server = await startImapServer({
      capabilities: 'AUTH=XOAUTH2 SASL-IR IDLE',
      async onCommand(name, _index, line) {
        if (name !== 'AUTHENTICATE') return undefined;
        const token = readToken(line);
        presented.push(token);
        const isAccepted = !refused.has(token) && (await provider.isActive(token));
        return isAccepted ? undefined : 'NO [AUTHENTICATIONFAILED] Invalid credentials';
      },
    });
  });
  after(async () => {
    await server.close();
    await provider.close();
  });

  describe('a mailbox that signs in at a provider', () => {
    it('waits for the sign-in, imports with its token, and renews a token that the server refuses', async () => {
      const mailbox = await desk.addMailbox(server, { authentication: 'oauth', password: null });
      await desk.poll();
      assert.equal((await desk.readStatus(mailbox))?.state, 'paused');
      assert.equal(server.sessions, 0);

      await authorize(mailbox, await openBrowser());
      await desk.poll();
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');

      refused.add(presented.at(-1) ?? '');
      desk.deliver(server, 'With a new token');
      for (let round = 0; round < 3; round += 1) await desk.poll(round === 0 ? 61 * second : 3 * second);
      assert.deepEqual(await desk.readSubjects(mailbox), ['With a new token']);
      assert.equal(new Set(presented).size, 2);
      assert.partialDeepStrictEqual(await desk.readStatus(mailbox), { state: 'ok', error: null });
    });
  });
});
