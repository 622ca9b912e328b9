import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBrowser } from '../testing/browser.ts';
import {
  admin,
  createPerson,
  fillIn,
  goToSignIn,
  type RealDesk,
  signInAsAdmin,
  startRealDesk,
} from '../testing/real-desk.ts';

const minute = 60_000;
const personAt = (desk: RealDesk) => createPerson(desk.url, desk.api.url);

/** The callback that the API sends a browser to. */
function callbackOf(location: string | undefined): string {
  const { pathname, search } = new URL(location ?? '');
  return pathname + search;
}

/** Presses the button of /oauth/programs. */
async function signOutEverywhere({ api }: ReturnType<typeof personAt>): Promise<void> {
  const { text } = await api.navigate('/oauth/programs');
  const body = `person=${/name="person" value="([^"]*)"/.exec(text)?.[1]}&everywhere=yes`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const done = await api.send('/oauth/programs', { method: 'POST', headers, body });
  assert.match(done.text, /You are signed out everywhere/);
}

/** One desk for all of them: each is another browser, and a process takes seconds to start. */
it('before the real API', async t => {
  const desk = await startRealDesk(t);

  await t.test('somebody signs in, works, and signs out of both', async () => {
    const person = personAt(desk);
    assert.equal(await signInAsAdmin(person, '/tickets?state=open'), '/tickets?state=open');

    const session = JSON.parse((await person.desk.call('/session')).text);
    assert.equal(session.signed_in, true);
    assert.deepEqual(
      [session.person.name, session.person.email, session.person.role],
      ['Administrator', 'admin@stardesk.local', 'admin'],
    );

    const list = await person.desk.call('/api/tickets?per_page=2');
    assert.equal(list.status, 200);
    assert.match(String(list.headers.link), new RegExp(`^<${desk.url}/api/tickets\\?`));
    const again = await person.desk.call('/api/tickets?per_page=2', {
      headers: { 'if-none-match': String(list.headers.etag) },
    });
    assert.equal(again.status, 304);
    const zipped = await person.desk.call('/api/tickets?per_page=20', { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(zipped.headers['content-encoding'], 'gzip');

    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ subject: 'The lamp does not light' });
    const created = await person.desk.call('/api/tickets', { method: 'POST', headers, body });
    assert.equal(created.status, 201);
    const { id } = JSON.parse(created.text);
    assert.equal(created.headers.location, `${desk.url}/api/tickets/${id}`);

    const kept = new Map(person.desk.cookies);
    const out = await person.desk.call('/logout', { method: 'POST' });
    const farewell = new URL(JSON.parse(out.text).redirect_to);
    const ended = await person.api.navigate(farewell.pathname + farewell.search);
    assert.deepEqual([ended.status, ended.headers.location], [303, `${desk.url}/`]);
    assert.deepEqual(JSON.parse((await person.desk.call('/session')).text), { signed_in: false });
    assert.ok('form' in (await goToSignIn(person, '/login')), 'the next sign-in asks for the password');

    const thief = createBrowser(desk.url);
    for (const [name, cookie] of kept) thief.cookies.set(name, cookie);
    assert.equal((await thief.call('/api/tickets')).status, 401, 'a kept cookie is worth nothing');
  });

  await t.test('a wrong password comes to nothing', async () => {
    const person = personAt(desk);
    const asked = await goToSignIn(person, '/login');
    assert.ok('form' in asked);
    assert.equal(await fillIn(person, asked.form, 'not the password'), null);
    assert.deepEqual(JSON.parse((await person.desk.call('/session')).text), { signed_in: false });
  });

  await t.test('a second tab is signed in without a form, unless prompt=login asks for one', async () => {
    const person = personAt(desk);
    await signInAsAdmin(person);
    assert.ok('callback' in (await goToSignIn(person, '/login')));
    assert.ok('form' in (await goToSignIn(person, '/login?prompt=login')));
  });

  await t.test('a code is good once, and only in the browser that asked for it', async () => {
    const [person, stranger] = [personAt(desk), personAt(desk)];
    await signInAsAdmin(person);
    const next = await goToSignIn(person, '/login');
    assert.ok('callback' in next);
    assert.equal((await stranger.desk.navigate(next.callback, 'cross-site')).status, 400);
    assert.equal((await person.desk.navigate(next.callback, 'cross-site')).status, 303);
    assert.equal((await person.desk.navigate(next.callback, 'cross-site')).status, 400);
    assert.equal(JSON.parse((await person.desk.call('/session')).text).signed_in, true);
  });

  await t.test('a callback that is asked for twice at once signs in once, and for good', async () => {
    const person = personAt(desk);
    const asked = await goToSignIn(person, '/login');
    const callback = 'form' in asked ? await fillIn(person, asked.form, admin.password) : null;
    const twin = createBrowser(desk.url);
    for (const [name, cookie] of person.desk.cookies) twin.cookies.set(name, cookie);
    const both = [person.desk, twin].map(browser => browser.navigate(callback ?? '', 'cross-site'));
    for (const { status } of await Promise.all(both)) assert.equal(status, 303);
    assert.equal(JSON.parse((await person.desk.call('/session')).text).signed_in, true);
    assert.equal(JSON.parse((await twin.call('/session')).text).signed_in, true);
  });

  await t.test('thirty requests at the moment of expiry all succeed', async () => {
    const person = personAt(desk);
    await signInAsAdmin(person);
    desk.wait(10 * minute);
    const answers = await Promise.all(Array.from({ length: 30 }, () => person.desk.call('/api/tickets?per_page=1')));
    assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([200]));
  });

  await t.test('two bff processes renew the same session at once, and nobody is signed out', async () => {
    const person = personAt(desk);
    await signInAsAdmin(person);
    for (let round = 0; round < 5; round++) {
      desk.wait(10 * minute);
      const other = createBrowser(desk.otherUrl);
      for (const [name, cookie] of person.desk.cookies) other.cookies.set(name, cookie);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? person.desk : other).call('/api/tickets?per_page=1')),
      );
      assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([200]), `round ${round}`);
      if (round % 2) for (const [name, cookie] of other.cookies) person.desk.cookies.set(name, cookie);
    }
    assert.equal(JSON.parse((await person.desk.call('/session')).text).signed_in, true);
  });

  await t.test('clocks of bff and API that differ by a day do not matter', async () => {
    for (const hours of [26, -52, 26]) {
      desk.wait(hours * 60 * minute);
      const person = personAt(desk);
      await signInAsAdmin(person);
      assert.equal((await person.desk.call('/api/tickets?per_page=1')).status, 200, `${hours} hours on`);
      desk.wait(10 * minute);
      assert.equal((await person.desk.call('/api/tickets?per_page=1')).status, 200, 'renewed');
    }
  });

  await t.test('a sign-in page that was bookmarked leads in by one more click', async () => {
    const person = personAt(desk);
    const bookmark = new URL(String((await person.desk.navigate('/login?return_to=/gists')).headers.location));
    await signInAsAdmin(person);
    person.desk.cookies.clear();
    const opened = await person.api.navigate(bookmark.pathname + bookmark.search);
    const late = await person.desk.navigate(callbackOf(opened.headers.location), 'cross-site');
    assert.equal(late.status, 400);
    const again = /href="(\/login[^"]*)">Sign in again</.exec(late.text)?.[1];
    const next = await goToSignIn(person, again ?? '');
    assert.ok('callback' in next, 'no password is asked for');
    assert.equal((await person.desk.navigate(next.callback, 'cross-site')).headers.location, '/');
    assert.equal(JSON.parse((await person.desk.call('/session')).text).signed_in, true);
  });

  await t.test('a form that is sent once more by Back leads home, where one is signed in', async () => {
    const person = personAt(desk);
    const asked = await goToSignIn(person, '/login?return_to=/gists');
    assert.ok('form' in asked);
    const callback = await fillIn(person, asked.form, admin.password);
    assert.equal((await person.desk.navigate(callback ?? '', 'cross-site')).headers.location, '/gists');
    const again = await fillIn(person, asked.form, admin.password);
    assert.ok(again);
    const answer = await person.desk.navigate(again);
    assert.deepEqual([answer.status, answer.headers.location], [303, '/']);
    assert.equal(JSON.parse((await person.desk.call('/session')).text).signed_in, true);
  });

  await t.test(
    'who signs out at one bff process is signed out of a session that another has just renewed',
    async () => {
      const person = personAt(desk);
      await signInAsAdmin(person);
      const other = createBrowser(desk.otherUrl);
      for (const [name, cookie] of person.desk.cookies) other.cookies.set(name, cookie);
      desk.wait(10 * minute);
      assert.equal((await other.call('/api/tickets?per_page=1')).status, 200);
      assert.notDeepEqual([...other.cookies], [...person.desk.cookies], 'the session was renewed');
      await person.desk.call('/logout', { method: 'POST' });
      assert.equal((await other.call('/api/tickets?per_page=1')).status, 401);
      assert.deepEqual(JSON.parse((await other.call('/session')).text), { signed_in: false });
      assert.equal(other.cookies.size, 0);
    },
  );

  await t.test(
    'who signs out everywhere at the API is signed out here at once, and the next sign-in asks for the password',
    async () => {
      const [person, elsewhere] = [personAt(desk), personAt(desk)];
      await signInAsAdmin(person);
      await signInAsAdmin(elsewhere);
      await signOutEverywhere(person);
      for (const each of [person, elsewhere]) {
        const refused = await each.desk.call('/api/tickets');
        assert.deepEqual([refused.status, JSON.parse(refused.text).code], [401, 40101]);
      }
      assert.deepEqual(JSON.parse((await person.desk.call('/session')).text), { signed_in: false });
      desk.wait(10 * minute);
      assert.equal((await elsewhere.desk.call('/api/tickets')).status, 401, 'its refresh token is no longer good');
      for (const each of [person, elsewhere]) {
        assert.equal(each.desk.cookies.size, 0);
        assert.ok('form' in (await goToSignIn(each, '/login')));
      }
    },
  );

  await t.test('the session outlives a restart of the API; requests meanwhile get 503', async () => {
    const person = personAt(desk);
    await signInAsAdmin(person);
    assert.equal(await desk.api.end(), 0);
    assert.equal((await person.desk.call('/api/tickets')).status, 503);
    assert.equal((await person.desk.call('/session')).status, 503);
    await desk.startApiAgain();
    assert.equal((await person.desk.call('/api/tickets')).status, 200);
    desk.wait(10 * minute);
    assert.equal(JSON.parse((await person.desk.call('/session')).text).signed_in, true);
  });
});
