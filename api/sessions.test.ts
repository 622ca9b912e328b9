import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Session } from '#contract';
import type { Role } from '#contract/enums';
import { createFormBrowser } from './oauth/testing/browser.ts';
import { isSignedIn, obtainTokens } from './oauth/testing/code-flow.ts';
import { addBffClient, addPerson, type TestPerson } from './oauth/testing/oauth-server.ts';
import { forEachApi } from './testing/api.ts';

forEachApi(api => {
  let bff: Awaited<ReturnType<typeof addBffClient>>;
  let count = 0;
  before(async () => {
    bff = await addBffClient(api().database);
  });

  /** Signs a person in to the web app with a new browser. */
  const signIn = async (person: TestPerson) => {
    const browser = createFormBrowser();
    const parameters = { scope: 'people:read people:write' };
    const { access_token } = await obtainTokens({ server: api(), client: bff, person, browser, parameters });
    return { browser, headers: { Authorization: `Bearer ${access_token}` } };
  };
  const addSignedIn = async (role: Role = 'viewer') => {
    const person = await addPerson(api().database, `session-${count++}@desk.example`, role);
    return { person, url: `/v1/people/${person.id}/sessions`, ...(await signIn(person)) };
  };
  const list = async (url: string, headers: Record<string, string>) => {
    const { status, body } = await api().call<{ sessions: Session[] }>('GET', url, { headers });
    assert.equal(status, 200);
    return body.sessions;
  };
  const findCurrent = async (url: string, headers: Record<string, string>) =>
    (await list(url, headers)).find(({ current }) => current)?.id;

  describe('the sessions of a person', () => {
    it('200 lists the browsers with their times and nothing else, and marks the caller’s browser', async () => {
      const { person, url, headers } = await addSignedIn();
      await signIn(person);
      const sessions = await list(url, headers);
      assert.deepEqual(sessions.map(({ current }) => current).sort(), [false, true]);
      for (const session of sessions) {
        assert.deepEqual(Object.keys(session), ['id', 'created_at', 'last_used_at', 'current']);
        const { status, body } = await api().call<Session>('GET', `${url}/${session.id}`, { headers });
        assert.deepEqual([status, body], [200, session]);
        assert.ok(Math.abs(Date.parse(session.created_at) - Date.now()) < 60_000);
      }
    });

    it('204 signs out one browser immediately, and 404 afterwards', async () => {
      const { person, url, headers } = await addSignedIn();
      const other = await signIn(person);
      const otherUrl = `${url}/${await findCurrent(url, other.headers)}`;
      assert.equal((await api().call('DELETE', otherUrl, { headers })).status, 204);
      assert.equal((await api().call('GET', url, { headers: other.headers })).status, 401);
      assert.equal(await isSignedIn({ server: api(), bff }, other.browser), false);
      for (const method of ['GET', 'DELETE'])
        assert.equal((await api().call(method, otherUrl, { headers })).body.code, 40420, method);
      assert.equal((await list(url, headers)).length, 1);
    });

    it('403 for the list and the sessions of other people; administrators list and end any session', async () => {
      const { url, headers } = await addSignedIn('agent');
      const id = await findCurrent(url, headers);
      for (const [method, path] of [
        ['GET', url],
        ['GET', `${url}/${id}`],
        ['DELETE', `${url}/${id}`],
      ] as const)
        assert.equal((await api().call(method, path, { as: 'agent' })).body.code as unknown, 40300, method);
      const seen = await api().call<{ sessions: Session[] }>('GET', url, { as: 'admin' });
      assert.deepEqual(
        seen.body.sessions.map(session => [session.id, session.current]),
        [[id, false]],
      );
      assert.equal((await api().call('DELETE', `${url}/${id}`, { as: 'admin' })).status, 204);
      assert.equal((await api().call('GET', url, { headers })).status, 401);
    });

    it('404 for a session of another person, malformed ids and unknown people', async () => {
      const [first, second] = [await addSignedIn(), await addSignedIn()];
      const id = await findCurrent(second.url, second.headers);
      for (const other of [id, 'none', '%00', encodeURIComponent('ü')])
        assert.equal((await api().call('DELETE', `${first.url}/${other}`, { as: 'admin' })).body.code, 40420, other);
      assert.equal((await list(second.url, second.headers)).length, 1);
      assert.equal((await api().call('GET', '/v1/people/nobody/sessions', { as: 'admin' })).body.code, 40405);
    });
  });
});
