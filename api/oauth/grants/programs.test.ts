import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Browser, createBrowser, type Page } from '../testing/browser.ts';
import { authorizationUrl, isSignIn, openForm, post, refresh, signIn, type TokenBody } from '../testing/code-flow.ts';
import { type Desk, forEachDesk } from '../testing/for-each-desk.ts';
import { addClient, addPerson, type TestPerson } from '../testing/server.ts';
import { createScriptToken } from '../tokens/script-tokens.ts';

const path = '/oauth/programs';

/** Goes to the page as a browser does, and signs in where that is asked for. */
const visit = async ({ server }: Desk, person: TestPerson, browser = createBrowser()): Promise<Page> => {
  const page = await browser.follow(`${server.url}${path}`, 'nowhere:');
  if (!isSignIn(page)) return page;
  const sent = await browser.submit(page, { email: person.email, password: person.password });
  return browser.follow(sent.location ?? '', 'nowhere:');
};

/** Presses a button of the page. */
const press = (browser: Browser, page: Page, button: Record<string, string>, headers: Record<string, string> = {}) => {
  const person = /name="person" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  return browser.open(page.url, {
    method: 'POST',
    body: new URLSearchParams({ person, ...button }),
    headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
  });
};

const isGood = async ({ server }: Desk, { access_token }: TokenBody): Promise<boolean> =>
  typeof (await server.oauth.findPrincipal(access_token)) !== 'string';

/** The values of the buttons with a name. */
const buttons = ({ text }: Page, name: string): string[] =>
  [...text.matchAll(new RegExp(`<button name="${name}" value="([^"]*)"`, 'g'))].map(found => found[1] ?? '');

forEachDesk(desk => {
  let count = 0;
  const somebody = () => addPerson(desk().database, `somebody-${++count}@desk.example`);
  const records = async (model: string, person: TestPerson) => {
    const all = desk().database.read.selectFrom('oauth_records').select('model').where('model', '=', model);
    return (await all.where('account_id', '=', person.id).execute()).length;
  };

  describe('GET /oauth/programs', () => {
    it('200 after a sign-in, which gives nothing to anybody', async () => {
      const person = await somebody();
      const page = await visit(desk(), person);
      assert.deepEqual([page.status, new URL(page.url).pathname], [200, path]);
      assert.match(page.text, /No program acts for you/);
      assert.match(page.text, new RegExp(`signed in as <strong><bdi>${person.email}</bdi>`));
      for (const model of ['Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken']) {
        assert.equal(await records(model, person), 0, model);
      }
    });

    it('200 at once for whoever is signed in', async () => {
      const { server, bff } = desk();
      const [person, browser] = [await somebody(), createBrowser()];
      await signIn({ server, person, client: bff, browser });
      assert.equal((await browser.open(`${server.url}${path}`)).status, 200);
    });

    it('200 naming each program once, what it may do in words, and tokens for scripts', async () => {
      const { server, database } = desk();
      const person = await somebody();
      const client = await addClient(database, { name: '<b>Night</b> & Shift' });
      await signIn({ server, person, client, parameters: { scope: 'openid tickets:read' } });
      await signIn({ server, person, client, parameters: { scope: 'tickets:write' } });
      await createScriptToken(database, { email: person.email, scopes: ['gists:read'], days: 2 }, Date.now);
      const page = await visit(desk(), person);
      const name = '<bdi class="name">&lt;b&gt;Night&lt;/b&gt; &amp; Shift</bdi>';
      assert.equal(page.text.split(name).length - 1, 1);
      for (const words of [
        'See tickets and saved views',
        'Know who you are',
        'Create, change and delete tickets',
        'See gists',
      ]) {
        assert.ok(page.text.includes(`<li>${words}`), words);
      }
      assert.match(page.text, /Since <time datetime="[^"]+">\d+ \w+ \d{4}, \d\d:\d\d<\/time><br>Last used <time/);
      assert.match(page.text, /A script[\s\S]*Ends <time/);
      assert.deepEqual(buttons(page, 'program'), [client.clientId]);
      assert.equal(buttons(page, 'script').length, 1);
    });

    it('200 with the headers of every page, kept by nobody; HEAD without a body', async () => {
      const { server } = desk();
      const browser = createBrowser();
      const { headers } = await visit(desk(), await somebody(), browser);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self'; script-src 'none'/);
      assert.equal(headers.get('referrer-policy'), 'same-origin');
      const head = await browser.open(`${server.url}${path}`, { method: 'HEAD' });
      assert.deepEqual([head.status, head.text], [200, '']);
    });

    it('303 to the sign-in for a session of whom may no longer sign in', async () => {
      const { server, database } = desk();
      const [person, browser] = [await somebody(), createBrowser()];
      await visit(desk(), person, browser);
      await database.transaction(writes =>
        writes.updateTable('people').set({ disabled: 1 }).where('id', '=', person.id).execute(),
      );
      assert.ok(isSignIn(await browser.follow(`${server.url}${path}`, 'nowhere:')));
    });

    it('400 and no further sign-in when one was refused', async () => {
      const { status, location } = await createBrowser().open(`${desk().server.url}${path}?error=access_denied`);
      assert.deepEqual([status, location], [400, null]);
    });

    it('204 for OPTIONS, 405 for other methods, with Allow', async () => {
      for (const [method, status] of [
        ['OPTIONS', 204],
        ['PUT', 405],
        ['DELETE', 405],
      ] as const) {
        const answer = await createBrowser().open(`${desk().server.url}${path}`, { method });
        assert.deepEqual([answer.status, answer.headers.get('allow')], [status, 'GET, POST, HEAD, OPTIONS']);
      }
    });

    it('no other client can ask for nothing', async () => {
      const { server, program } = desk();
      const url = authorizationUrl({ server, client: program, parameters: { response_type: 'none' } }, 'x'.repeat(43));
      assert.match((await createBrowser().open(url)).location ?? '', /response_type\+is\+not\+allowed/);
    });

    it('its client gets no code and no token', async () => {
      const { server } = desk();
      const client = { clientId: 'desk-programs', clientSecret: null, redirectUri: `${server.url}${path}` };
      for (const type of ['code', 'token']) {
        const url = authorizationUrl(
          { server, client, parameters: { response_type: type, scope: 'openid' } },
          'x'.repeat(43),
        );
        assert.match((await createBrowser().open(url)).location ?? '', /response_type\+is\+not\+allowed/);
      }
      const asked = await post(server, client, { grant_type: 'refresh_token', refresh_token: 'x' });
      assert.equal(asked.body.error, 'unauthorized_client');
    });
  });

  describe('POST /oauth/programs', () => {
    let person: TestPerson;
    let browser: Browser;
    let page: Page;
    before(async () => {
      person = await somebody();
      browser = createBrowser();
      page = await visit(desk(), person, browser);
    });

    it('200: a program loses all it was given, once and for all, and nothing else does', async () => {
      const { server, program, database } = desk();
      const other = await addClient(database, { name: 'Day Shift' });
      const stranger = await somebody();
      const flow = { server, client: program };
      const given = [await signIn({ ...flow, person }), await signIn({ ...flow, person })];
      const kept = [await signIn({ server, client: other, person }), await signIn({ ...flow, person: stranger })];
      const done = await press(browser, page, { program: program.clientId });
      assert.equal(done.status, 200);
      assert.match(done.text, /role="status">\u2068Night Shift\u2069 no longer acts for you\.</);
      assert.deepEqual(buttons(done, 'program'), [other.clientId]);
      for (const tokens of given) {
        assert.equal(await isGood(desk(), tokens), false);
        assert.equal((await refresh(flow, tokens.refresh_token)).body.error, 'invalid_grant');
      }
      for (const tokens of kept) assert.equal(await isGood(desk(), tokens), true);

      const again = await press(browser, page, { program: program.clientId });
      assert.equal(again.status, 200);
      assert.match(again.text, /role="status">That had ended before\.</);
    });

    it('a program whose permission was taken back asks again', async () => {
      const { server, program } = desk();
      await signIn({ server, client: program, person, browser });
      await press(browser, page, { program: program.clientId });
      const asked = await browser.follow(
        authorizationUrl({ server, client: program }, 'x'.repeat(43)),
        program.redirectUri,
      );
      assert.match(asked.url, /\/oauth\/consent\//);
    });

    it('200: a token for scripts ends, and others stay', async () => {
      const { server, database } = desk();
      const asked = { email: person.email, scopes: ['gists:read'], days: 2 } as const;
      const [first, second] = [
        await createScriptToken(database, asked, Date.now),
        await createScriptToken(database, asked, Date.now),
      ];
      const done = await press(browser, page, { script: first.id });
      assert.deepEqual(buttons(done, 'script'), [second.id]);
      assert.equal(await server.oauth.findPrincipal(first.access_token), 'invalid');
      assert.equal(await isGood(desk(), { ...second, refresh_token: '' }), true);
    });

    it('200: somebody is signed out in another browser, of this server and of the web app', async () => {
      const { server, bff } = desk();
      const [person, browser, elsewhere] = [await somebody(), createBrowser(), createBrowser()];
      const page = await visit(desk(), person, browser);
      const tokens = [
        await signIn({ server, person, client: bff, browser: elsewhere }),
        await signIn({ server, person, client: bff, browser: elsewhere }),
      ];
      const here = await signIn({ server, person, client: bff, browser });
      const seen = await browser.open(page.url);
      const ids = buttons(seen, 'sign_in');
      assert.equal(ids.length, 2, 'two browsers, though there were three sign-ins of the web app');
      assert.match(seen.text, /This browser[\s\S]*Another browser/);
      const other = /Another browser[\s\S]*?name="sign_in" value="([^"]*)"/.exec(seen.text)?.[1] ?? '';
      const done = await press(browser, page, { sign_in: other });
      assert.match(done.text, /You are signed out in the other browser/);
      for (const each of tokens) assert.equal(await isGood(desk(), each), false);
      assert.ok(isSignIn((await openForm(desk(), {}, elsewhere)).page));
      assert.equal(await isGood(desk(), here), true);
      assert.match((await press(browser, page, { sign_in: other })).text, /That had ended before/);
    });

    it('nobody sees or ends what is somebody else’s', async () => {
      const { server, database, bff, program } = desk();
      const [stranger, theirs] = [await somebody(), createBrowser()];
      const tokens = [
        await signIn({ server, person: stranger, client: bff, browser: theirs }),
        await signIn({ server, person: stranger, client: program }),
      ];
      const asked = { email: stranger.email, scopes: ['gists:read'], days: 2 } as const;
      const script = await createScriptToken(database, asked, Date.now);
      const their = await visit(desk(), stranger, theirs);
      const [session] = buttons(their, 'sign_in');
      const own = await database.read
        .selectFrom('oauth_records')
        .select('grant_id')
        .where('account_id', '=', stranger.id)
        .execute();
      const forged = [
        { sign_in: session ?? '' },
        { script: script.id },
        { program: program.clientId },
        ...own.flatMap(({ grant_id }) => [
          { script: grant_id ?? 'x' },
          { sign_in: grant_id ?? 'x' },
          { program: grant_id ?? 'x' },
        ]),
      ];
      for (const button of forged) {
        const done = await press(browser, page, button);
        assert.match(done.text, /That had ended before/, JSON.stringify(button));
        assert.ok(!done.text.includes(session ?? 'x') && !done.text.includes(script.id));
      }
      const mixed = await press(browser, page, { program: program.clientId, person: stranger.id });
      assert.match(mixed.text, /Nothing was ended/);
      for (const each of [...tokens, { ...script, refresh_token: '' }]) assert.equal(await isGood(desk(), each), true);
      assert.equal((await theirs.open(their.url)).status, 200);
    });

    it('403 from a page of another origin, the same site or not, and from who sends neither header; nothing ends', async () => {
      const { server, program } = desk();
      const tokens = await signIn({ server, person, client: program });
      const send = (headers: Record<string, string>) =>
        browser.open(page.url, {
          method: 'POST',
          body: new URLSearchParams({ person: person.id, program: program.clientId }),
          headers,
        });
      for (const headers of [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site', Origin: server.url },
        { 'Sec-Fetch-Site': 'none' },
        { Origin: 'http://localhost:1' },
        { Origin: 'null' },
        {},
      ] as Record<string, string>[]) {
        const { status, text } = await send(headers);
        assert.equal(status, 403, JSON.stringify(headers));
        assert.match(text, /This was not sent from here/);
      }
      assert.equal(await isGood(desk(), tokens), true);
      assert.equal((await send({ Origin: server.url })).status, 200);
      assert.equal(await isGood(desk(), tokens), false);
    });

    it('303 to the sign-in without a session; nothing ends', async () => {
      const { server, program } = desk();
      const tokens = await signIn({ server, person, client: program });
      const { status, location } = await press(createBrowser(), page, { program: program.clientId });
      assert.equal(status, 303);
      assert.match(location ?? '', /\/oauth\/authorize\?response_type=none/);
      assert.equal(await isGood(desk(), tokens), true);
    });

    it('200 and nothing ends for a form that says nothing readable', async () => {
      for (const button of [{}, { program: '\0' }, { sign_in: '\0' }, { script: 'ü' }, { teapot: 'x' }]) {
        assert.equal((await press(browser, page, button)).status, 200, JSON.stringify(button));
      }
    });

    it('200 signed out everywhere: of every browser and the web app, and programs go on', async () => {
      const { server, bff, program } = desk();
      const elsewhere = createBrowser();
      const tokens = await signIn({ server, person, client: bff, browser: elsewhere });
      const kept = await signIn({ server, person, client: program });
      const done = await press(browser, page, { everywhere: 'yes' });
      assert.equal(done.status, 200);
      assert.match(done.text, /You are signed out everywhere/);
      assert.equal(await isGood(desk(), tokens), false);
      assert.equal(await isGood(desk(), kept), true);
      for (const each of [browser, elsewhere]) assert.ok(isSignIn((await openForm(desk(), {}, each)).page));
      assert.equal(await records('Session', person), 0);
      assert.ok(!browser.cookies.some(({ name }) => name === 'stardesk_sign_in'));
    });

    it('200 signed out of this browser', async () => {
      const { server, bff } = desk();
      const again = createBrowser();
      const own = await visit(desk(), person, again);
      const tokens = await signIn({ server, person, client: bff, browser: again });
      const [id] = buttons(await again.open(own.url), 'sign_in');
      const done = await press(again, own, { sign_in: id ?? '' });
      assert.match(done.text, /You are signed out</);
      assert.equal(await isGood(desk(), tokens), false);
      assert.ok(isSignIn(await again.follow(`${server.url}${path}`, 'nowhere:')));
    });
  });

  describe('the way to /oauth/programs', () => {
    it('is on the consent page and the question whether to sign out', async () => {
      const { server, program } = desk();
      const [person, browser] = [await somebody(), createBrowser()];
      await visit(desk(), person, browser);
      const consent = await browser.follow(
        authorizationUrl({ server, client: program }, 'x'.repeat(43)),
        program.redirectUri,
      );
      const out = await browser.open(`${server.url}/oauth/logout`);
      for (const { text } of [consent, out]) assert.ok(text.includes(`<a href="${server.url}${path}">`));
    });
  });
});
