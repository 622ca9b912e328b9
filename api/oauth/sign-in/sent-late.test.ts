import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Browser, createBrowser, type Page } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, exchange, signIn } from '../testing/code-flow.ts';
import { type Desk, forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/server.ts';

/** What a form carries along. */
const hidden = ({ text }: Page): string => {
  const value = /name="request" value="([^"]*)"/.exec(text)?.[1] ?? '';
  return value.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
};

/** A browser before the form of a program, and what goes with it. */
const openProgram = async ({ server, program }: Desk, parameters: Record<string, string> = {}) => {
  const { verifier, challenge } = createVerifier();
  const browser = createBrowser();
  const url = authorizationUrl({ server, client: program, parameters }, challenge);
  return { browser, verifier, page: await browser.follow(url, program.redirectUri) };
};

/** Sends a form as a browser does, with what it carries. */
const send = (browser: Browser, page: Page, fields: Record<string, string>) =>
  browser.submit(page, { ...fields, request: hidden(page) });

/** Lets the step of every form end. */
const letStepsEnd = async ({ database }: Desk): Promise<void> => {
  await database.transaction(async writes => {
    await writes.deleteFrom('oauth_records').where('model', '=', 'Interaction').execute();
  });
};

forEachDesk(desk => {
  describe('a form that was sent twice', () => {
    it('the second Allow yields a code too, and the second Cancel asks once more', async () => {
      const { server, person, program } = desk();
      for (const decision of ['allow', 'cancel']) {
        const { browser, page, verifier } = await openProgram(desk());
        const signedIn = await send(browser, page, person);
        const question = await browser.follow(signedIn.location ?? '', program.redirectUri);
        const first = await send(browser, question, { decision });
        await browser.follow(first.location ?? '', program.redirectUri);
        const second = await send(browser, question, { decision });
        const end = await browser.follow(second.location ?? '', program.redirectUri);
        if (decision === 'cancel') assert.match(end.url, /\/oauth\/consent\//);
        else {
          const back = new URL(end.location ?? '');
          assert.equal((await exchange({ server, client: program }, { back, verifier })).status, 200);
        }
      }
    });

    it('the second Allow yields a code where the first one’s answer got lost, with its cookies, at whatever step', async () => {
      const { person, program } = desk();
      for (const sentBefore of [true, false]) {
        const { browser, page } = await openProgram(desk(), { prompt: 'consent' });
        const signedIn = await send(browser, page, person);
        const question = await browser.follow(signedIn.location ?? '', program.redirectUri);
        const first = await send(browser, question, { decision: 'allow' });
        const early = sentBefore ? await send(browser, question, { decision: 'allow' }) : null;
        const cookies = browser.cookies.map(each => ({ ...each }));
        const lost = await browser.follow(first.location ?? '', program.redirectUri);
        assert.ok(lost.location?.startsWith(program.redirectUri));
        browser.cookies.splice(0, Number.POSITIVE_INFINITY, ...cookies);
        const second = early ?? (await send(browser, question, { decision: 'allow' }));
        const end = await browser.follow(second.location ?? '', program.redirectUri);
        assert.ok(end.location?.startsWith(`${program.redirectUri}?code=`), end.url);
      }
    });

    it('Cancel never allows what was allowed before', async () => {
      const { server, person, program } = desk();
      const browser = createBrowser();
      await signIn({ server, person, client: program, browser });
      const url = authorizationUrl(
        { server, client: program, parameters: { prompt: 'consent' } },
        createVerifier().challenge,
      );
      const question = await browser.follow(url, program.redirectUri);
      await letStepsEnd(desk());
      const late = await send(browser, question, { decision: 'cancel' });
      const end = await browser.follow(late.location ?? '', program.redirectUri);
      assert.match(end.url, /\/oauth\/consent\//);
    });
  });

  describe('a form that was left open for more than an hour', () => {
    it('400 as a page, from which the sign-in begins again, with the address filled in', async () => {
      const { person } = desk();
      const { browser, page } = await openProgram(desk(), { login_hint: 'somebody@desk.example' });
      await letStepsEnd(desk());
      const late = await send(browser, page, person);
      assert.equal(late.status, 400);
      assert.match(late.text, /<h1>This sign-in has expired<\/h1>/);
      const again = /href="([^"]+)">Sign in again</.exec(late.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const form = await browser.follow(again, desk().program.redirectUri);
      assert.match(form.text, /to continue to <strong><bdi>Night Shift</);
      assert.ok(form.text.includes(`value="${person.email}"`));
    });

    it('400 in somebody else’s session too, from where the form is shown again', async () => {
      const { server, database, person, bff } = desk();
      const other = await addPerson(database, 'late@desk.example');
      const { browser, page } = await openProgram(desk());
      await letStepsEnd(desk());
      await signIn({ server, person, client: bff, browser });
      for (const [sender, asksAnew] of [
        [other, true],
        [person, false],
      ] as const) {
        const late = await send(browser, page, sender);
        assert.deepEqual([late.status, late.location], [400, null]);
        assert.equal(/href="[^"]*prompt=login[^"]*">Sign in again/.test(late.text), asksAnew);
      }
    });

    it('400 for a form that carries nothing along, and nothing is begun', async () => {
      const { person } = desk();
      const { browser, page } = await openProgram(desk());
      await letStepsEnd(desk());
      const late = await browser.submit(page, person);
      assert.equal(late.status, 400);
      assert.doesNotMatch(late.text, /Sign in again/);
    });
  });

  describe('a request that a form carries along', () => {
    it('400 as a page for one that makes no sense', async () => {
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
        const { status, text } = await createBrowser().open(`${server.url}/oauth/sign-in/x`, { method: 'POST', body });
        assert.equal(status, 400, request);
        assert.doesNotMatch(text, /Sign in again|<script/);
      }
    });

    it('leads to the authorization address and nowhere else, whatever it says', async () => {
      const { server, program } = desk();
      const { browser } = await openProgram(desk());
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
