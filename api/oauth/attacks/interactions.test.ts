import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Browser, createBrowser, type Page } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, exchange, openForm, signIn } from '../testing/code-flow.ts';
import { type Desk, withDesk } from '../testing/for-each-desk.ts';
import { addClient, addPerson } from '../testing/server.ts';

const uidOf = ({ url }: Page): string => url.replace(/.*\//, '');

/** A browser before the consent page of the program. */
const openQuestion = async ({ server, person, program }: Desk, parameters: Record<string, string> = {}) => {
  const browser = createBrowser();
  const { verifier, challenge } = createVerifier();
  const url = authorizationUrl({ server, client: program, parameters }, challenge);
  const form = await browser.follow(url, program.redirectUri);
  const sent = await browser.submit(form, { email: person.email, password: person.password });
  return { browser, verifier, page: await browser.follow(sent.location ?? '', program.redirectUri) };
};

/** The same request with another browser's cookies for any address, or with none. */
const openAs = (browser: Browser, address: string, init: RequestInit = {}) => {
  const Cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return createBrowser().open(address, { ...init, headers: { Cookie } });
};

/** A page that says so, and no way on. */
const expectOver = ({ status, location, headers }: Page, what: string) => {
  assert.deepEqual([status, location], [400, null], what);
  assert.match(headers.get('content-type') ?? '', /^text\/html/, what);
};

withDesk(desk => {
  const rightly = () => ({ email: desk().person.email, password: desk().person.password });
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });

  describe('a step of somebody else’s sign-in', () => {
    it('400 to see, to send and to resume, with no cookies, or with those of a step of one’s own', async () => {
      const { server, bff } = desk();
      const [victim, attacker] = [await openForm(desk()), await openForm(desk())];
      const question = await openQuestion(desk());
      for (const browser of [createBrowser(), attacker.browser]) {
        expectOver(await openAs(browser, victim.page.url), 'the form');
        expectOver(await openAs(browser, victim.page.url, form(rightly())), 'the form, sent');
        expectOver(await openAs(browser, question.page.url), 'the question');
        expectOver(await openAs(browser, question.page.url, form({ decision: 'allow' })), 'the question, allowed');
        for (const page of [victim.page, question.page]) {
          const resumed = await openAs(browser, `${server.url}/oauth/authorize/${uidOf(page)}`);
          // With a cookie of one's own it is one's own step that goes on, which nobody has signed in to.
          assert.doesNotMatch(resumed.location ?? '', /code=/);
          assert.ok(resumed.status === 400 || resumed.location?.includes('/oauth/sign-in/'));
        }
      }
      const own = await victim.browser.submit(victim.page, rightly());
      assert.match((await victim.browser.follow(own.location ?? '', bff.redirectUri)).location ?? '', /code=/);
    });

    it('400 when the cookie names it, but was not signed for it', async () => {
      const [victim, attacker] = [await openForm(desk()), await openForm(desk())];
      const [mine, theirs] = [uidOf(attacker.page), uidOf(victim.page)];
      for (const cookie of attacker.browser.cookies) if (cookie.value === mine) cookie.value = theirs;
      expectOver(await openAs(attacker.browser, victim.page.url), 'the form');
      expectOver(await openAs(attacker.browser, victim.page.url, form(rightly())), 'the form, sent');
    });

    it('400 for one that is of another client, under the number of this one', async () => {
      const { server, database } = desk();
      const other = await addClient(database, { redirectUris: ['https://other.example/back'] });
      const { browser, page } = await openQuestion(desk());
      const url = authorizationUrl({ server, client: other }, createVerifier().challenge);
      const question = await browser.follow(url, other.redirectUri);
      assert.match(question.url, /\/oauth\/consent\//);
      const cookies = browser.cookies.filter(({ value }) => value === uidOf(page));
      const signatures = browser.cookies.filter(({ path }) => path.endsWith(uidOf(page)));
      const session = browser.cookies.filter(({ path }) => path === '/');
      const mine = { ...browser, cookies: [...new Set([...cookies, ...signatures, ...session])] };
      for (const init of [{}, form({ decision: 'allow' })])
        expectOver(await openAs(mine, question.url, init), 'the other');
      assert.equal((await openAs(mine, page.url)).status, 200, 'or else the cookies prove nothing');
    });
  });

  describe('a step taken in another way than it is meant', () => {
    it('400 to consent where nobody has signed in, and to sign in where it is asked for consent', async () => {
      const { browser, page } = await openForm(desk());
      const asConsent = page.url.replace('/sign-in/', '/consent/');
      expectOver(await openAs(browser, asConsent), 'seen');
      expectOver(await openAs(browser, asConsent, form({ decision: 'allow' })), 'allowed');
      const question = await openQuestion(desk());
      const asSignIn = question.page.url.replace('/consent/', '/sign-in/');
      expectOver(await openAs(question.browser, asSignIn, form(rightly())), 'signed in');
    });

    it('to resume before anything was done only asks again', async () => {
      const { server, program } = desk();
      const begun = await openForm(desk());
      const again = await openAs(begun.browser, `${server.url}/oauth/authorize/${uidOf(begun.page)}`);
      assert.match(again.location ?? '', new RegExp(`^${server.url}/oauth/sign-in/`));
      const { browser, page } = await openQuestion(desk());
      const resumed = await browser.follow(`${server.url}/oauth/authorize/${uidOf(page)}`, program.redirectUri);
      assert.match(resumed.url, /\/oauth\/consent\//);
    });

    it('what a form or an address adds to it changes nothing: who, whereto, and how much', async () => {
      const { server, program, person } = desk();
      const { browser, verifier, page } = await openQuestion(desk(), { scope: 'tickets:read' });
      const elsewhere = { client_id: desk().bff.clientId, redirect_uri: 'https://evil.example/' };
      const more = { ...elsewhere, scope: 'tickets:read tickets:write', account: '1', consent: 'all' };
      const query = new URLSearchParams(more);
      const sent = await browser.open(`${page.url}?${query}`, form({ decision: 'allow', ...more }));
      const { location } = await browser.follow(`${sent.location}?${query}`, program.redirectUri);
      const back = new URL(location ?? '');
      const { body } = await exchange({ server, client: program }, { back, verifier });
      assert.equal(body.scope, 'tickets:read');
      const found = await server.oauth.findPrincipal(body.access_token);
      assert.partialDeepStrictEqual(found, { person: { id: person.id }, clientId: program.clientId });
    });
  });

  describe('a step that is done with', () => {
    it('400 to allow once more, and to resume once more', async () => {
      const { server, program } = desk();
      const { browser, page } = await openQuestion(desk());
      const cookies = browser.cookies.filter(({ path }) => path === '/' || path.endsWith(uidOf(page)));
      const sent = await browser.submit(page, { decision: 'allow' });
      await browser.follow(sent.location ?? '', program.redirectUri);
      const former = { ...browser, cookies };
      expectOver(await openAs(former, page.url, form({ decision: 'allow' })), 'allowed');
      expectOver(await openAs(former, `${server.url}/oauth/authorize/${uidOf(page)}`), 'resumed');
    });

    it('400 an hour later, and once the session it belongs to is over', async () => {
      const { server, person, bff } = desk();
      const { browser, page } = await openQuestion(desk());
      await browser.open(`${server.url}/oauth/logout`, { method: 'POST' });
      expectOver(await openAs(browser, page.url, form({ decision: 'allow' })), 'signed out');
      const late = await openForm(desk());
      desk().clock.pass(2 * 3_600_000 + 60_000);
      await server.oauth.sweep();
      expectOver(await openAs(late.browser, late.page.url, form(rightly())), 'swept');
      await signIn({ server, person, client: bff });
    });

    it('no code for a person who is disabled between signing in and allowing', async () => {
      const { database, program } = desk();
      const person = await addPerson(database, 'leaving@desk.example');
      const { browser, page } = await openQuestion({ ...desk(), person });
      await database.transaction(async writes => {
        await writes.updateTable('people').set({ disabled: 1 }).where('id', '=', person.id).execute();
      });
      const sent = await browser.submit(page, { decision: 'allow' });
      const end = sent.location === null ? sent : await browser.follow(sent.location, program.redirectUri);
      assert.ok(!end.location?.includes('code='), end.location ?? end.text);
    });
  });
});
