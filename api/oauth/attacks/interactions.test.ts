import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteExpiredRecords } from '../store/sweep.ts';
import { type BrowserPage, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import {
  authorizationUrl,
  exchangeCode,
  obtainTokens,
  openConsentPage,
  openSignInForm,
  submitConsent,
  submitSignIn,
} from '../testing/code-flow.ts';
import { type OAuthDesk, withDesk } from '../testing/for-each-desk.ts';
import { addClient, addPerson } from '../testing/oauth-server.ts';

const getUid = ({ url }: BrowserPage): string => url.replace(/.*\//, '');

/** Opens the consent page of the program in a new browser. */
const openConsent = (desk: OAuthDesk, parameters: Record<string, string> = {}) =>
  openConsentPage({ ...desk, client: desk.program, parameters });

/** Sends a request with all cookies of a browser, regardless of their path. */
const openAs = (browser: FormBrowser, url: string, init: RequestInit = {}) => {
  const Cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return createFormBrowser().open(url, { ...init, headers: { Cookie } });
};

/** Expects an error page with 400 and no redirect. */
const expectErrorPage = ({ status, location, headers }: BrowserPage, message: string) => {
  assert.deepEqual([status, location], [400, null], message);
  assert.match(headers.get('content-type') ?? '', /^text\/html/, message);
};

withDesk(desk => {
  const credentials = () => ({ email: desk().person.email, password: desk().person.password });
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const allowForm = () => form({ decision: 'allow' });

  describe('the interaction of a different browser', () => {
    it('400 when opened or submitted without its cookies, and no code when resumed', async () => {
      const { server, bff } = desk();
      const [victim, attacker] = [await openSignInForm(desk()), await openSignInForm(desk())];
      const consent = await openConsent(desk());
      for (const browser of [createFormBrowser(), attacker.browser]) {
        expectErrorPage(await openAs(browser, victim.page.url), 'the form');
        expectErrorPage(await openAs(browser, victim.page.url, form(credentials())), 'the form, sent');
        expectErrorPage(await openAs(browser, consent.page.url), 'the consent page');
        expectErrorPage(await openAs(browser, consent.page.url, allowForm()), 'the consent page, allowed');
        for (const page of [victim.page, consent.page]) {
          const resumed = await openAs(browser, `${server.url}/oauth/authorize/${getUid(page)}`);
          // With its own cookie, the attacker's browser resumes its own interaction, where no person has signed in.
          assert.doesNotMatch(resumed.location ?? '', /code=/);
          assert.ok(resumed.status === 400 || resumed.location?.includes('/oauth/sign-in/'));
        }
      }
      const own = await submitSignIn(victim.browser, victim.page, desk().person, bff);
      assert.match(own.location ?? '', /code=/);
    });

    it('400 when the cookie contains its id with an invalid signature', async () => {
      const [victim, attacker] = [await openSignInForm(desk()), await openSignInForm(desk())];
      const [ownUid, foreignUid] = [getUid(attacker.page), getUid(victim.page)];
      for (const cookie of attacker.browser.cookies) if (cookie.value === ownUid) cookie.value = foreignUid;
      expectErrorPage(await openAs(attacker.browser, victim.page.url), 'the form');
      expectErrorPage(await openAs(attacker.browser, victim.page.url, form(credentials())), 'the form, sent');
    });

    it('400 with cookies of an interaction of a different client', async () => {
      const { server, database } = desk();
      const other = await addClient(database, { redirectUris: ['https://other.example/back'] });
      const { browser, page } = await openConsent(desk());
      const consent = await browser.follow(authorizationUrl({ server, client: other }), other.redirectUri);
      assert.match(consent.url, /\/oauth\/consent\//);
      const cookies = browser.cookies.filter(({ value }) => value === getUid(page));
      const signatures = browser.cookies.filter(({ path }) => path.endsWith(getUid(page)));
      const session = browser.cookies.filter(({ path }) => path === '/');
      const mixed = { ...browser, cookies: [...new Set([...cookies, ...signatures, ...session])] };
      for (const init of [{}, allowForm()]) expectErrorPage(await openAs(mixed, consent.url, init), 'the other client');
      assert.equal((await openAs(mixed, page.url)).status, 200, 'the cookies are valid for their own interaction');
    });
  });

  describe('a misused interaction', () => {
    it('400 for the consent page before a sign-in, and for the sign-in form during the consent step', async () => {
      const { browser, page } = await openSignInForm(desk());
      const asConsent = page.url.replace('/sign-in/', '/consent/');
      expectErrorPage(await openAs(browser, asConsent), 'opened');
      expectErrorPage(await openAs(browser, asConsent, allowForm()), 'allowed');
      const consent = await openConsent(desk());
      const asSignIn = consent.page.url.replace('/consent/', '/sign-in/');
      expectErrorPage(await openAs(consent.browser, asSignIn, form(credentials())), 'signed in');
    });

    it('redirects to the same step again when resumed before its form is submitted', async () => {
      const { server, program } = desk();
      const started = await openSignInForm(desk());
      const resumedForm = await openAs(started.browser, `${server.url}/oauth/authorize/${getUid(started.page)}`);
      assert.match(resumedForm.location ?? '', new RegExp(`^${server.url}/oauth/sign-in/`));
      const { browser, page } = await openConsent(desk());
      const resumed = await browser.follow(`${server.url}/oauth/authorize/${getUid(page)}`, program.redirectUri);
      assert.match(resumed.url, /\/oauth\/consent\//);
    });

    it('ignores form fields and query parameters that name another person, client or scope', async () => {
      const { server, program, person } = desk();
      const { browser, verifier, page } = await openConsent(desk(), { scope: 'tickets:read' });
      const foreign = { client_id: desk().bff.clientId, redirect_uri: 'https://evil.example/' };
      const more = { ...foreign, scope: 'tickets:read tickets:write', account: '1', consent: 'all' };
      const query = new URLSearchParams(more);
      const sent = await browser.open(`${page.url}?${query}`, form({ decision: 'allow', ...more }));
      const { location } = await browser.follow(`${sent.location}?${query}`, program.redirectUri);
      const back = new URL(location ?? '');
      const { body } = await exchangeCode({ server, client: program }, { back, verifier });
      assert.equal(body.scope, 'tickets:read');
      const found = await server.oauth.findPrincipal(body.access_token);
      assert.partialDeepStrictEqual(found, { person: { id: person.id }, clientId: program.clientId });
    });
  });

  describe('a finished interaction', () => {
    it('400 when consent is submitted again or the interaction is resumed again', async () => {
      const { server, program } = desk();
      const { browser, page } = await openConsent(desk());
      const cookies = browser.cookies.filter(({ path }) => path === '/' || path.endsWith(getUid(page)));
      await submitConsent(browser, page, program);
      const previous = { ...browser, cookies };
      expectErrorPage(await openAs(previous, page.url, allowForm()), 'allowed');
      expectErrorPage(await openAs(previous, `${server.url}/oauth/authorize/${getUid(page)}`), 'resumed');
    });
  });

  describe('an unfinished interaction', () => {
    it('400 after its expiry and deletion, and after a sign-out', async () => {
      const { server, person, bff } = desk();
      const { browser, page } = await openConsent(desk());
      await browser.open(`${server.url}/oauth/logout`, { method: 'POST' });
      expectErrorPage(await openAs(browser, page.url, allowForm()), 'signed out');
      const late = await openSignInForm(desk());
      desk().clock.advance(2 * 3_600_000 + 60_000);
      await deleteExpiredRecords(desk().database, desk().clock.now());
      expectErrorPage(await openAs(late.browser, late.page.url, form(credentials())), 'expired and deleted');
      await obtainTokens({ server, person, client: bff });
    });

    it('issues no code for a person who is disabled between sign-in and consent', async () => {
      const { database, program } = desk();
      const person = await addPerson(database, 'leaving@desk.example');
      const { browser, page } = await openConsent({ ...desk(), person });
      await database.transaction(async writes => {
        await writes.updateTable('people').set({ disabled: 1 }).where('id', '=', person.id).execute();
      });
      const sent = await browser.submit(page, { decision: 'allow' });
      const end = sent.location === null ? sent : await browser.follow(sent.location, program.redirectUri);
      assert.ok(!end.location?.includes('code='), end.location ?? end.text);
    });
  });
});
