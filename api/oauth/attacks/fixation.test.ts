import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Browser, createBrowser } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, isSignIn, openForm, signIn } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/server.ts';

/** A browser that holds the cookies of another one, as if somebody had planted them. */
const copyOf = ({ cookies }: Browser): Browser => {
  const copy = createBrowser();
  copy.cookies.push(...cookies.map(cookie => ({ ...cookie })));
  return copy;
};

const sessionOf = ({ cookies }: Browser) => cookies.find(({ name }) => name === 'stardesk_sign_in')?.value;

withDesk(desk => {
  /** Whom the desk takes the owner of a browser for: signed in without a form, or nobody. */
  const isKnown = async (browser: Browser) => {
    const { bff } = desk();
    const page = await browser.follow(
      authorizationUrl({ server: desk().server, client: bff }, createVerifier().challenge),
      bff.redirectUri,
    );
    return !isSignIn(page);
  };

  describe('what somebody fixed before a person signs in', () => {
    it('a begun sign-in, planted with all its cookies, does not sign in whoever began it', async () => {
      const { person, bff } = desk();
      const attacker = await openForm(desk());
      const victim = copyOf(attacker.browser);
      const form = await victim.open(attacker.page.url);
      const sent = await victim.submit(form, { email: person.email, password: person.password });
      assert.equal(sent.status, 303);

      for (const address of [sent.location ?? '', attacker.page.url.replace('/sign-in/', '/authorize/')]) {
        const stolen = await attacker.browser.follow(address, bff.redirectUri);
        assert.ok(!stolen.location?.includes('code='), address);
      }
      assert.equal(await isKnown(attacker.browser), false);

      const own = await victim.follow(sent.location ?? '', bff.redirectUri);
      assert.match(own.location ?? '', /code=/, 'the person themselves goes on');
    });

    it('an attacker’s session, planted, ends when somebody else signs in over it', async () => {
      const { server, database, person, bff } = desk();
      const other = await addPerson(database, 'attacker@desk.example');
      const attacker = createBrowser();
      await signIn({ server, person: other, client: bff, browser: attacker });
      const victim = copyOf(attacker);
      const tokens = await signIn({ server, person, client: bff, browser: victim, parameters: { prompt: 'login' } });
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(tokens.access_token), {
        person: { id: person.id },
      });
      assert.notEqual(sessionOf(victim), sessionOf(attacker));
      assert.equal(await isKnown(attacker), false);
    });

    it('a session of one’s own is under a new number after each sign-in, and the old number is nobody’s', async () => {
      const { server, person, bff } = desk();
      const browser = createBrowser();
      await signIn({ server, person, client: bff, browser });
      const before = copyOf(browser);
      await signIn({ server, person, client: bff, browser, parameters: { prompt: 'login' } });
      assert.notEqual(sessionOf(browser), sessionOf(before));
      assert.equal(await isKnown(before), false);
      assert.equal(await isKnown(browser), true);
    });

    it('a session nobody has signed in to is none', async () => {
      const { browser } = await openForm(desk());
      assert.equal(sessionOf(browser), undefined);
    });
  });

  it('303 for a form that is sent twice by an impatient click', async () => {
    const { person, bff } = desk();
    const { browser, page } = await openForm(desk());
    const fields = { email: person.email, password: person.password };
    const sent = await Promise.all([browser.submit(page, fields), browser.submit(page, fields)]);
    for (const { status, location } of sent) {
      assert.equal(status, 303);
      assert.match((await browser.follow(location ?? '', bff.redirectUri)).location ?? '', /code=/);
    }
  });
});
