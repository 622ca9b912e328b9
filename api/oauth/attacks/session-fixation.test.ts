import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { copyBrowser, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { isSignedIn, obtainTokens, openSignInForm } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/oauth-server.ts';

const getSession = ({ cookies }: FormBrowser) => cookies.find(({ name }) => name === 'stardesk_sign_in')?.value;

withDesk(desk => {
  describe('session fixation', () => {
    it('the attacker is not signed in when the victim completes a sign-in that the attacker started', async () => {
      const { person, bff } = desk();
      const attacker = await openSignInForm(desk());
      assert.equal(getSession(attacker.browser), undefined, 'no session before a sign-in');
      const victim = copyBrowser(attacker.browser);
      const form = await victim.open(attacker.page.url);
      const sent = await victim.submit(form, { email: person.email, password: person.password });
      assert.equal(sent.status, 303);

      for (const url of [sent.location ?? '', attacker.page.url.replace('/sign-in/', '/authorize/')]) {
        const stolen = await attacker.browser.follow(url, bff.redirectUri);
        assert.ok(!stolen.location?.includes('code='), url);
      }
      assert.equal(await isSignedIn(desk(), attacker.browser), false);

      const own = await victim.follow(sent.location ?? '', bff.redirectUri);
      assert.match(own.location ?? '', /code=/, 'the person can continue');
    });

    it('the attacker’s session ends when the victim signs in with the cookies of that session', async () => {
      const { server, database, person, bff: client } = desk();
      const other = await addPerson(database, 'attacker@desk.example');
      const attacker = createFormBrowser();
      await obtainTokens({ server, person: other, client, browser: attacker });
      const browser = copyBrowser(attacker);
      const parameters = { prompt: 'login' };
      const { access_token } = await obtainTokens({ server, person, client, browser, parameters });
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: person.id } });
      assert.notEqual(getSession(browser), getSession(attacker));
      assert.equal(await isSignedIn(desk(), attacker), false);
    });
  });

  it('303 for each of two concurrent submissions of a sign-in form', async () => {
    const { person, bff } = desk();
    const { browser, page } = await openSignInForm(desk());
    const fields = { email: person.email, password: person.password };
    const sent = await Promise.all([browser.submit(page, fields), browser.submit(page, fields)]);
    for (const { status, location } of sent) {
      assert.equal(status, 303);
      assert.match((await browser.follow(location ?? '', bff.redirectUri)).location ?? '', /code=/);
    }
  });
});
