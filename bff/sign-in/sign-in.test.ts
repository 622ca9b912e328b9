import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCookieBrowser, isSignedIn } from '../testing/browser.ts';
import {
  createPersonBrowsers,
  followSignIn,
  type RealDesk,
  signInAsAdmin,
  startRealDesk,
} from '../testing/real-desk.ts';

const minute = 60_000;
const personAt = (desk: RealDesk) => createPersonBrowsers(desk.url, desk.api.url);

/** Submits the sign-out form of /oauth/programs. */
async function signOutEverywhere({ api }: ReturnType<typeof personAt>): Promise<void> {
  const { text } = await api.navigate('/oauth/programs');
  const body = `person=${/name="person" value="([^"]*)"/.exec(text)?.[1]}&everywhere=yes`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const done = await api.send('/oauth/programs', { method: 'POST', headers, body });
  assert.match(done.text, /You are signed out everywhere/);
}

/** All cases share one desk, because a process takes seconds to start. */
it('the bff with the real API', async t => {
  const desk = await startRealDesk(t);

  await t.test('signs a person in, serves requests, and signs them out of the bff and the API', async () => {
    const person = personAt(desk);
    assert.equal(await signInAsAdmin(person, '/tickets?state=open'), '/tickets?state=open');

    const session = JSON.parse((await person.desk.call('/session')).text);
    assert.equal(session.signed_in, true);
    assert.deepEqual(
      [session.person.name, session.person.email, session.person.role],
      ['Administrator', 'admin@stardesk.local', 'admin'],
    );

    const stolen = new Map(person.desk.cookies);
    const out = await person.desk.call('/logout', { method: 'POST' });
    const logoutUrl = new URL(JSON.parse(out.text).redirect_to);
    const ended = await person.api.navigate(logoutUrl.pathname + logoutUrl.search);
    assert.deepEqual([ended.status, ended.headers.location], [303, `${desk.url}/`]);
    assert.equal(await isSignedIn(person.desk), false);
    assert.ok('form' in (await followSignIn(person, '/login')), 'the next sign-in asks for the password');

    const thief = createCookieBrowser(desk.url, stolen);
    assert.equal((await thief.call('/api/tickets')).status, 401, 'a stolen cookie is invalid');
  });

  await t.test('signs a second tab in without a form, unless prompt=login requires one', async () => {
    const person = personAt(desk);
    await signInAsAdmin(person);
    assert.ok('callback' in (await followSignIn(person, '/login')));
    assert.ok('form' in (await followSignIn(person, '/login?prompt=login')));
  });

  await t.test('does not end a session that two bff processes renew at the same time', async () => {
    const person = personAt(desk);
    await signInAsAdmin(person);
    for (let round = 0; round < 5; round++) {
      desk.advanceClocks(10 * minute);
      const other = createCookieBrowser(desk.otherUrl, person.desk.cookies);
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? person.desk : other).call('/api/tickets?per_page=1')),
      );
      assert.deepEqual(new Set(responses.map(response => response.status)), new Set([200]), `round ${round}`);
      if (round % 2) for (const [name, cookie] of other.cookies) person.desk.cookies.set(name, cookie);
    }
    assert.equal(await isSignedIn(person.desk), true);
  });

  await t.test('tolerates clocks of bff and API that differ by a day', async () => {
    for (const hours of [26, -52, 26]) {
      desk.advanceClocks(hours * 60 * minute);
      const person = personAt(desk);
      await signInAsAdmin(person);
      assert.equal((await person.desk.call('/api/tickets?per_page=1')).status, 200, `after ${hours} hours`);
      desk.advanceClocks(10 * minute);
      assert.equal((await person.desk.call('/api/tickets?per_page=1')).status, 200, 'renewed');
    }
  });

  await t.test('sign-out at one bff process ends a session that another process has just renewed', async () => {
    const person = personAt(desk);
    await signInAsAdmin(person);
    const other = createCookieBrowser(desk.otherUrl, person.desk.cookies);
    desk.advanceClocks(10 * minute);
    assert.equal((await other.call('/api/tickets?per_page=1')).status, 200);
    assert.notDeepEqual([...other.cookies], [...person.desk.cookies], 'the session was renewed');
    await person.desk.call('/logout', { method: 'POST' });
    assert.equal((await other.call('/api/tickets?per_page=1')).status, 401);
    assert.equal(await isSignedIn(other), false);
    assert.equal(other.cookies.size, 0);
  });

  await t.test('ends the session immediately after "sign out everywhere" at the API', async () => {
    const [person, elsewhere] = [personAt(desk), personAt(desk)];
    await signInAsAdmin(person);
    await signInAsAdmin(elsewhere);
    await signOutEverywhere(person);
    for (const each of [person, elsewhere]) {
      const rejected = await each.desk.call('/api/tickets');
      assert.deepEqual([rejected.status, JSON.parse(rejected.text).code], [401, 40101]);
    }
    assert.equal(await isSignedIn(person.desk), false);
    desk.advanceClocks(10 * minute);
    assert.equal((await elsewhere.desk.call('/api/tickets')).status, 401, 'its refresh token is revoked');
    for (const each of [person, elsewhere]) {
      assert.equal(each.desk.cookies.size, 0);
      assert.ok('form' in (await followSignIn(each, '/login')));
    }
  });
});
