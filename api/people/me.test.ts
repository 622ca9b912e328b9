import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Person } from '#contract';
import type { Role } from '#contract/vocabulary';
import { forEachApi } from '../testing/api.ts';
import { entriesOf } from '../testing/bad-fields.ts';

const me = '/v1/people/me';
const passwords: Record<Role, string> = {
  viewer: 'seven quiet foxes',
  agent: 'nine brown otters',
  admin: 'four white storks',
};
const next = 'twelve grey herons';

forEachApi(api => {
  describe('PATCH /people/me', () => {
    const tokens: Partial<Record<Role, string>> = {};
    /** Asks with a token from after everybody was given a password. */
    const patch = <Body = Person>(role: Role, body: unknown, headers: Record<string, string> = {}) =>
      api().call<Body>('PATCH', me, { body, headers: { Authorization: `Bearer ${tokens[role]}`, ...headers } });
    const read = async (role: Role) => {
      const { body } = await api().call<Person>('GET', me, { headers: { Authorization: `Bearer ${tokens[role]}` } });
      return body;
    };

    before(async () => {
      for (const role of ['viewer', 'agent', 'admin'] as const) {
        const address = `/v1/people/${api().people[role].id}`;
        await api().call('PATCH', address, { as: 'admin', body: { password: passwords[role] } });
        tokens[role] = await api().tokenFor(role, ['people:read', 'people:write']);
      }
    });

    for (const role of ['viewer', 'agent', 'admin'] as const) {
      it(`200 with a new password of one's own for the ${role}, who goes on with the same token`, async () => {
        const before = await read(role);
        const changed = await patch(role, { current_password: passwords[role], password: next });
        assert.deepEqual([changed.status, changed.body.version], [200, before.version + 1]);
        assert.deepEqual(Object.keys(changed.body), Object.keys(before));
        assert.ok(!changed.text.includes(next));
        assert.equal((await patch(role, { current_password: next, password: passwords[role] })).status, 200);
      });
    }

    it('200 and no 304 for the tag of what somebody else read here, as a browser of both may keep it', async () => {
      const get = (role: Role, headers: Record<string, string> = {}) =>
        api().call<Person>('GET', me, { headers: { Authorization: `Bearer ${tokens[role]}`, ...headers } });
      const [theirs, own] = [await get('admin'), await get('agent')];
      const tag = (theirs.headers.get('etag') ?? '').replace(/^"\d+/, `"${own.body.version}`);
      const answer = await get('agent', { 'If-None-Match': tag });
      assert.deepEqual([answer.status, answer.body.id], [200, own.body.id]);
    });

    it('422 names the password that is missing, whichever, also beside one that is too short', async () => {
      assert.deepEqual(entriesOf(await patch('agent', { password: next })), [422, [['current_password', 1001]]]);
      assert.deepEqual(entriesOf(await patch('agent', { current_password: passwords.agent })), [
        422,
        [['password', 1001]],
      ]);
      assert.deepEqual(entriesOf(await patch('agent', { password: 'short' })), [
        422,
        [
          ['password', 1003],
          ['current_password', 1001],
        ],
      ]);
    });

    it('422 for a wrong current password, beside whatever else is wrong; nothing is changed', async () => {
      const before = await read('viewer');
      const wrong = await patch('viewer', { current_password: 'not it at all', password: 'short', name: 'Other' });
      assert.deepEqual(entriesOf(wrong), [
        422,
        [
          ['password', 1003],
          ['name', 1008],
          ['current_password', 1005],
        ],
      ]);
      assert.deepEqual(await read('viewer'), before);
    });

    it('422 for one who has no password yet', async () => {
      const body = { name: 'Rui Carvalho', email: 'rui@desk.example', password: 'a first password' };
      const { id } = (
        await api().call<Person>('POST', '/v1/people', {
          body,
          headers: { Authorization: `Bearer ${tokens.admin}` },
        })
      ).body;
      const { database } = api();
      await database.transaction(writes =>
        writes.updateTable('people').set({ password_hash: null }).where('id', '=', id).execute(),
      );
      const token = await api().tokenOf(body.email, ['people:write']);
      const answer = await patch(
        'agent',
        { current_password: body.password, password: next },
        {
          Authorization: `Bearer ${token}`,
        },
      );
      assert.deepEqual(entriesOf(answer), [422, [['current_password', 1005]]]);
    });

    it('422 names every field that only an administrator changes', async () => {
      const changes = { name: 'Other', email: 'other@desk.example', role: 'admin', disabled: true };
      for (const role of ['viewer', 'agent'] as const) {
        assert.deepEqual(entriesOf(await patch(role, changes)), [422, Object.keys(changes).map(name => [name, 1008])]);
      }
    });

    it('200 and nothing changes when one sends back what one read', async () => {
      for (const role of ['viewer', 'agent', 'admin'] as const) {
        const before = await read(role);
        const same = await patch(role, before);
        assert.deepEqual([same.status, same.body], [200, before]);
      }
    });

    it('200 for an administrator’s other fields, 422 for the address of somebody else', async () => {
      const renamed = await patch('admin', { name: 'Another name' });
      assert.deepEqual([renamed.status, renamed.body.name], [200, 'Another name']);
      const own = await patch('admin', { email: api().people.admin.email.toUpperCase() });
      assert.equal(own.status, 200, 'one’s own address in other letters');
      const taken = await patch('admin', { email: api().people.agent.email });
      assert.deepEqual(entriesOf(taken), [422, [['email', 1010]]]);
    });

    it('422, and what an administrator has just set stays, when it is repeated as it was', async () => {
      const before = await read('viewer');
      const repeated = { ...before, current_password: passwords.viewer, password: next };
      const { version: _, updated_at: __, ...body } = repeated;
      const rename = { body: { name: 'Set meanwhile' }, headers: { Authorization: `Bearer ${tokens.admin}` } };
      const [own, set] = await Promise.all([
        patch('viewer', body),
        api().call('PATCH', `/v1/people/${before.id}`, rename),
      ]);
      // Whoever came first: if it was the administrator, the other copy is an old one.
      assert.ok(own.status === 200 || entriesOf(own).flat(2).includes(1008), `${own.status}`);
      assert.equal(set.status, 200);
      assert.equal((await read('viewer')).name, 'Set meanwhile');
    });

    it('409 for another id, and with a stale version; 412 with a stale tag: without a password in the differences', async () => {
      const { id, version } = await read('agent');
      assert.equal((await patch('agent', { id: api().people.viewer.id })).body.code, 40902);
      const wanted = { current_password: passwords.agent, password: next };
      const failed = await patch('agent', wanted, { 'If-Match': `"${version + 1}"` });
      assert.deepEqual([failed.status, failed.body.differences], [412, []]);
      const stale = await patch('agent', { ...wanted, id, version: version - 1 });
      assert.deepEqual(
        [stale.status, stale.body.differences],
        [409, [{ field: 'version', yours: version - 1, current: version }]],
      );
      const set = { password: next, version: version - 1 };
      const headers = { Authorization: `Bearer ${tokens.admin}` };
      const setStale = await api().call('PATCH', `/v1/people/${id}`, { body: set, headers });
      assert.equal(setStale.body.code, 40901);
      for (const { text } of [failed, stale, setStale]) {
        assert.ok(!text.includes(next) && !text.includes(passwords.agent));
      }
    });

    it('403 without the scope to write people', async () => {
      const token = await api().tokenFor('agent', ['people:read']);
      const answer = await patch('agent', {}, { Authorization: `Bearer ${token}` });
      assert.deepEqual([answer.status, answer.body.code], [403, 40301]);
    });

    it('405 for the other methods, with those that every role has', async () => {
      const methods = 'GET, HEAD, PATCH, OPTIONS';
      for (const role of ['viewer', 'agent', 'admin'] as const) {
        const headers = { Authorization: `Bearer ${tokens[role]}` };
        assert.equal((await api().call('GET', me, { headers })).headers.get('allow'), methods);
        for (const method of ['PUT', 'POST', 'DELETE']) {
          const answer = await api().call(method, me, { headers });
          assert.deepEqual([answer.status, answer.headers.get('allow')], [405, methods]);
        }
      }
      const { status, headers } = await api().call('OPTIONS', me, { as: null });
      assert.deepEqual([status, headers.get('allow')], [204, methods]);
      assert.equal(headers.get('accept-patch'), 'application/json, application/merge-patch+json');
    });
  });
});
