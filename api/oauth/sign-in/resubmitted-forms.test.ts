import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BrowserPage, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { type CodeFlow, exchangeCode, obtainTokens, openConsentPage, openSignInForm } from '../testing/code-flow.ts';
import { forEachDesk, type OAuthDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/oauth-server.ts';

/** Returns the authorization request in a form. */
const getRequest = ({ text }: BrowserPage): string => {
  const value = /name="request" value="([^"]*)"/.exec(text)?.[1] ?? '';
  return value.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
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
  const openConsent = async (more: Pick<CodeFlow, 'browser' | 'parameters'> = {}) => {
    const { server, person, program } = desk();
    const { browser, page, verifier } = await openConsentPage({ server, person, client: program, ...more });
    const decide = (decision: string) => send(browser, page, { decision });
    const follow = ({ location }: BrowserPage) => browser.follow(location ?? '', program.redirectUri);
    return { browser, verifier, decide, follow };
  };
  const openSignIn = (parameters: CodeFlow['parameters'] = {}) =>
    openSignInForm({ server: desk().server, bff: desk().program }, parameters);

  describe('a resubmitted form', () => {
    it('returns a code for a second Allow', async () => {
      const { server, program } = desk();
      const { decide, follow, verifier } = await openConsent();
      await follow(await decide('allow'));
      const back = new URL((await follow(await decide('allow'))).location ?? '');
      assert.equal((await exchangeCode({ server, client: program }, { back, verifier })).status, 200);
    });

    for (const when of ['before', 'after']) {
      it(`returns a code for a second Allow, sent ${when} the browser lost the first response and its cookies`, async () => {
        const { browser, decide, follow } = await openConsent({ parameters: { prompt: 'consent' } });
        const first = await decide('allow');
        const early = when === 'before' ? await decide('allow') : null;
        const cookies = browser.cookies.map(each => ({ ...each }));
        assert.match((await follow(first)).location ?? '', /code=/);
        browser.cookies.splice(0, Number.POSITIVE_INFINITY, ...cookies);
        assert.match((await follow(early ?? (await decide('allow')))).location ?? '', /code=/);
      });
    }

    it('asks again after a second Cancel, and ignores earlier consent', async () => {
      const { server, person, program } = desk();
      const browser = createFormBrowser();
      await obtainTokens({ server, person, client: program, browser });
      const { decide, follow } = await openConsent({ browser, parameters: { prompt: 'consent' } });
      await follow(await decide('cancel'));
      assert.match((await follow(await decide('cancel'))).url, /\/oauth\/consent\//);
    });
  });

  describe('an expired form', () => {
    it('400 shows a link that restarts the sign-in with the typed email address', async () => {
      const { person, program } = desk();
      const { browser, page } = await openSignIn({ login_hint: 'somebody@desk.example' });
      await expireSteps(desk());
      const late = await send(browser, page, person);
      assert.equal(late.status, 400);
      assert.match(late.text, /<h1>This sign-in has expired<\/h1>/);
      const again = /href="([^"]+)">Sign in again</.exec(late.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const form = await browser.follow(again, program.redirectUri);
      assert.match(form.text, /to continue to <strong><bdi>Night Shift</);
      assert.ok(form.text.includes(`value="${person.email}"`));
    });

    it('400 shows a restart link with prompt=login if a different person is signed in', async () => {
      const { server, database, person, bff } = desk();
      const other = await addPerson(database, 'late@desk.example');
      const { browser, page } = await openSignIn();
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

    it('400 shows no restart link for a missing or malformed authorization request', async () => {
      const { server } = desk();
      const malformed = ['client_id=%00', 'client_id=\0', 'client_id=%ff', '%', '='.repeat(1000), '\ud800', '<script>'];
      for (const request of ['', ...malformed]) {
        const body = new URLSearchParams({ email: 'a\0b', password: '\0', request });
        const late = await createFormBrowser().open(`${server.url}/oauth/sign-in/x`, { method: 'POST', body });
        assert.equal(late.status, 400, request);
        assert.doesNotMatch(late.text, /Sign in again|<script/);
      }
    });

    it('303 redirects only to the authorization endpoint, for any authorization request', async () => {
      const { server, program } = desk();
      const { browser } = await openSignIn();
      const requests = ['//evil.example', 'a=b\r\nX-A: b', '@evil.example/', '#', `client_id=${program.clientId}`];
      for (const request of requests) {
        const body = new URLSearchParams({ decision: 'allow', request });
        const late = await browser.open(`${server.url}/oauth/consent/whatever`, { method: 'POST', body });
        assert.equal(late.status, 303);
        const { origin, pathname, username } = new URL(late.location ?? '');
        assert.deepEqual([`${origin}${pathname}`, username], [`${server.url}/oauth/authorize`, '']);
        assert.equal(late.headers.get('x-a'), null);
      }
    });
  });
});
