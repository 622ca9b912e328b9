import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { authorizationUrl, isSignInPage, obtainTokens, openSignInForm } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/oauth-server.ts';

/** Copies a browser with its cookies, as an attacker would inject them. */
const copyBrowser = ({ cookies }: FormBrowser): FormBrowser => {
  const copy = createFormBrowser();
  copy.cookies.push(...cookies.map(cookie => ({ ...cookie })));
  return copy;
};

const getSession = ({ cookies }: FormBrowser) => cookies.find(({ name }) => name === 'stardesk_sign_in')?.value;

withDesk(desk => {
  /** Returns true if the browser is signed in, so that it gets no form. */
  const isSignedIn = async (browser: FormBrowser) => {
    const { bff } = desk();
    const page = await browser.follow(authorizationUrl({ server: desk().server, client: bff }), bff.redirectUri);
    return !isSignInPage(page);
  };

  describe('session fixation', () => {
    it('an injected sign-in with all its cookies does not sign the attacker in', async () => {
      const { person, bff } = desk();
      const attacker = await openSignInForm(desk());
      const victim = copyBrowser(attacker.browser);
      const form = await victim.open(attacker.page.url);
      const sent = await victim.submit(form, { email: person.email, password: person.password });
      assert.equal(sent.status, 303);

      for (const address of [sent.location ?? '', attacker.page.url.replace('/sign-in/', '/authorize/')]) {
        const stolen = await attacker.browser.follow(address, bff.redirectUri);
        assert.ok(!stolen.location?.includes('code='), address);
      }
      assert.equal(await isSignedIn(attacker.browser), false);

      const own = await victim.follow(sent.location ?? '', bff.redirectUri);
      assert.match(own.location ?? '', /code=/, 'the person can continue');
    });

    it('a copied session ends when its owner or another person signs in with it', async () => {
      const { server, database, person, bff } = desk();
      const other = await addPerson(database, 'attacker@desk.example');
      for (const owner of [person, other]) {
        const browser = createFormBrowser();
        await obtainTokens({ server, person: owner, client: bff, browser });
        const copy = copyBrowser(browser);
        const flow = { server, person, client: bff, browser: copy, parameters: { prompt: 'login' } };
        const { access_token } = await obtainTokens(flow);
        const found = await server.oauth.findPrincipal(access_token);
        assert.partialDeepStrictEqual(found, { person: { id: person.id } });
        assert.notEqual(getSession(copy), getSession(browser));
        assert.deepEqual([await isSignedIn(browser), await isSignedIn(copy)], [false, true]);
      }
    });

    it('no session cookie is set before a sign-in', async () => {
      const { browser } = await openSignInForm(desk());
      assert.equal(getSession(browser), undefined);
    });
  });

  it('303 for both of two concurrent submissions of a form', async () => {
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
