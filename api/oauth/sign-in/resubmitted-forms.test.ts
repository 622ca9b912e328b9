import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BrowserPage, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, exchangeCode, obtainTokens } from '../testing/code-flow.ts';
import { forEachDesk, type OAuthDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/oauth-server.ts';

/** Returns the authorization request in a form. */
const getRequest = ({ text }: BrowserPage): string => {
  const value = /name="request" value="([^"]*)"/.exec(text)?.[1] ?? '';
  return value.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
};

/** Opens the sign-in form for the client in a new browser. */
const openSignIn = async ({ server, program }: OAuthDesk, parameters: Record<string, string> = {}) => {
  const { verifier, challenge } = createVerifier();
  const browser = createFormBrowser();
  const url = authorizationUrl({ server, client: program, parameters }, challenge);
  return { browser, verifier, page: await browser.follow(url, program.redirectUri) };
};

/** Submits a form with its hidden field. */
const send = (browser: FormBrowser, page: BrowserPage, fields: Record<string, string>) =>
  browser.submit(page, { ...fields, request: getRequest(page) });

/** Expires the step of every form. */
const expireSteps = async ({ database }: OAuthDesk): Promise<void> => {
  await database.transaction(async writes => {
    await writes.deleteFrom('oauth_records').where('model', '=', 'Interaction').execute();
  });
};

forEachDesk(desk => {
  describe('a resubmitted form', () => {
    it('returns a code for a second Allow, and asks again for a second Cancel', async () => {
      const { server, person, program } = desk();
      for (const decision of ['allow', 'cancel']) {
        const { browser, page, verifier } = await openSignIn(desk());
        const signedIn = await send(browser, page, person);
        const consent = await browser.follow(signedIn.location ?? '', program.redirectUri);
        const first = await send(browser, consent, { decision });
        await browser.follow(first.location ?? '', program.redirectUri);
        const second = await send(browser, consent, { decision });
        const end = await browser.follow(second.location ?? '', program.redirectUri);
        if (decision === 'cancel') assert.match(end.url, /\/oauth\/consent\//);
        else {
          const back = new URL(end.location ?? '');
          assert.equal((await exchangeCode({ server, client: program }, { back, verifier })).status, 200);
        }
      }
    });

    it('returns a code for a second Allow if the first response and its cookies were lost', async () => {
      const { person, program } = desk();
      for (const sentBefore of [true, false]) {
        const { browser, page } = await openSignIn(desk(), { prompt: 'consent' });
        const signedIn = await send(browser, page, person);
        const consent = await browser.follow(signedIn.location ?? '', program.redirectUri);
        const first = await send(browser, consent, { decision: 'allow' });
        const early = sentBefore ? await send(browser, consent, { decision: 'allow' }) : null;
        const cookies = browser.cookies.map(each => ({ ...each }));
        const lost = await browser.follow(first.location ?? '', program.redirectUri);
        assert.ok(lost.location?.startsWith(program.redirectUri));
        browser.cookies.splice(0, Number.POSITIVE_INFINITY, ...cookies);
        const second = early ?? (await send(browser, consent, { decision: 'allow' }));
        const end = await browser.follow(second.location ?? '', program.redirectUri);
        assert.ok(end.location?.startsWith(`${program.redirectUri}?code=`), end.url);
      }
    });

    it('never uses earlier consent for Cancel', async () => {
      const { server, person, program } = desk();
      const browser = createFormBrowser();
      await obtainTokens({ server, person, client: program, browser });
      const url = authorizationUrl(
        { server, client: program, parameters: { prompt: 'consent' } },
        createVerifier().challenge,
      );
      const consent = await browser.follow(url, program.redirectUri);
      await expireSteps(desk());
      const late = await send(browser, consent, { decision: 'cancel' });
      const end = await browser.follow(late.location ?? '', program.redirectUri);
      assert.match(end.url, /\/oauth\/consent\//);
    });
  });

  describe('an expired form', () => {
    it('400 shows a link that restarts the sign-in with the typed address', async () => {
      const { person } = desk();
      const { browser, page } = await openSignIn(desk(), { login_hint: 'somebody@desk.example' });
      await expireSteps(desk());
      const late = await send(browser, page, person);
      assert.equal(late.status, 400);
      assert.match(late.text, /<h1>This sign-in has expired<\/h1>/);
      const again = /href="([^"]+)">Sign in again</.exec(late.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const form = await browser.follow(again, desk().program.redirectUri);
      assert.match(form.text, /to continue to <strong><bdi>Night Shift</);
      assert.ok(form.text.includes(`value="${person.email}"`));
    });

    it('400 restarts with prompt=login if another person is signed in', async () => {
      const { server, database, person, bff } = desk();
      const other = await addPerson(database, 'late@desk.example');
      const { browser, page } = await openSignIn(desk());
      await expireSteps(desk());
      await obtainTokens({ server, person, client: bff, browser });
      for (const [sender, needsLogin] of [
        [other, true],
        [person, false],
      ] as const) {
        const late = await send(browser, page, sender);
        assert.deepEqual([late.status, late.location], [400, null]);
        assert.equal(/href="[^"]*prompt=login[^"]*">Sign in again/.test(late.text), needsLogin);
      }
    });

    it('400 shows no such link for a form without a request', async () => {
      const { person } = desk();
      const { browser, page } = await openSignIn(desk());
      await expireSteps(desk());
      const late = await browser.submit(page, person);
      assert.equal(late.status, 400);
      assert.doesNotMatch(late.text, /Sign in again/);
    });
  });

  describe('the request in a form', () => {
    it('400 shows a page if it is malformed', async () => {
      const { server } = desk();
      for (const request of [
        'client_id=%00',
        'client_id=\0',
        'client_id=%ff',
        '%',
        '='.repeat(1000),
        '\ud800',
        '<script>',
      ]) {
        const body = new URLSearchParams({ email: 'a\0b', password: '\0', request });
        const { status, text } = await createFormBrowser().open(`${server.url}/oauth/sign-in/x`, {
          method: 'POST',
          body,
        });
        assert.equal(status, 400, request);
        assert.doesNotMatch(text, /Sign in again|<script/);
      }
    });

    it('redirects only to the authorization endpoint', async () => {
      const { server, program } = desk();
      const { browser } = await openSignIn(desk());
      for (const request of [
        '//evil.example',
        'a=b\r\nX-A: b',
        '@evil.example/',
        '#',
        `client_id=${program.clientId}`,
      ]) {
        const late = await browser.open(`${server.url}/oauth/consent/whatever`, {
          method: 'POST',
          body: new URLSearchParams({ decision: 'allow', request }),
        });
        assert.equal(late.status, 303);
        const { origin, pathname, username } = new URL(late.location ?? '');
        assert.deepEqual([`${origin}${pathname}`, username], [`${server.url}/oauth/authorize`, '']);
        assert.equal(late.headers.get('x-a'), null);
      }
    });
  });
});
