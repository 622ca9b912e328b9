import assert from 'node:assert/strict';
import type { Mailbox, MailboxAuthorization } from '#contract';
import type { Role } from '#contract/enums';
import { createFormBrowser, type FormBrowser } from '../../oauth/testing/browser.ts';
import { cheapHash, testPassword } from '../../oauth/testing/cheap-hash.ts';
import type { TestApi } from '../../testing/api.ts';
import type { MailProvider } from './mail-provider.ts';

const as = 'admin';

/** Creates the steps of administrators who sign a mailbox in at a provider. */
export const createSignInSteps = (api: () => TestApi, provider: () => MailProvider) => {
  const steps = {
    /** Signs in to the desk with a new browser. */
    async openBrowser(role: Role = 'admin'): Promise<FormBrowser> {
      const { id, email } = api().people[role];
      const { database, url } = api();
      await database.transaction(writes =>
        writes.updateTable('people').set({ password_hash: cheapHash }).where('id', '=', id).execute(),
      );
      const browser = createFormBrowser();
      const form = await browser.follow(`${url}/oauth/programs`, 'nowhere');
      const { location } = await browser.submit(form, { email, password: testPassword });
      await browser.follow(location ?? '', 'nowhere');
      return browser;
    },
    read: async ({ url }: Pick<Mailbox, 'url'>): Promise<MailboxAuthorization> =>
      (await api().call<MailboxAuthorization>('GET', `${url}/authorization`, { as })).body,
    /** Sets the provider. @returns the URL at which to sign in */
    async setProvider({ url }: Pick<Mailbox, 'url'>, change: object = {}): Promise<string> {
      const body = { ...provider().authorization, ...change };
      const response = await api().call<MailboxAuthorization>('PUT', `${url}/authorization`, { as, body });
      assert.equal(response.status, 200, response.text);
      return response.body.authorize_url ?? '';
    },
    /** Signs in at the provider. @returns the URL of the callback, which is not opened yet */
    async signInAtProvider(browser: FormBrowser, authorizeUrl: string): Promise<string> {
      const { location, text } = await browser.follow(authorizeUrl, `${api().url}/oauth/mailbox-callback`);
      assert.ok(location, text);
      return location;
    },
    /** Sets the provider and signs the mailbox in. */
    async authorize(mailbox: Pick<Mailbox, 'url'>, browser: FormBrowser): Promise<void> {
      const callback = await steps.signInAtProvider(browser, await steps.setProvider(mailbox));
      const page = await browser.open(callback);
      assert.equal(page.status, 200, page.text);
      assert.equal((await steps.read(mailbox)).state, 'authorized');
    },
  };
  return steps;
};
