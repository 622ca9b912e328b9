import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFormBrowser } from './oauth/testing/browser.ts';
import { createUpstreamDesk } from './oauth/testing/upstream-desk.ts';
import { forEachApi } from './testing/api.ts';

forEachApi(
  api => {
    const { signIn, setProvider, addPerson, use } = createUpstreamDesk(api);

    it('the signed-out page warns that the session at the provider may continue', async () => {
      const text = async () => (await createFormBrowser().open(`${api().url}/oauth/logout`)).text;
      assert.match(await text(), /You may still be signed in at <bdi>Tallywright Login</);
      await setProvider({ enabled: false });
      assert.doesNotMatch(await text(), /still be signed in/);
    });

    it('a sign-out of the web app shows the signed-out page to a person with an identity', async () => {
      use({ email: (await addPerson()).email });
      const { browser, client, page } = await signIn();
      assert.ok(page.location?.startsWith(client.redirectUri));
      const address = 'http://localhost:3000/';
      const query = new URLSearchParams({ client_id: client.clientId, post_logout_redirect_uri: address });
      const signOut = () => browser.open(`${api().url}/oauth/logout?${query}`);
      assert.match((await signOut()).text, /still be signed in at <bdi>Tallywright Login<.*Go to Stardesk/s);
      assert.equal((await signOut()).location, address, 'the session has ended');
    });
  },
  { deskUrl: 'http://localhost:3000' },
);
