import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Person } from '#contract';
import type { Role } from '#contract/enums';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

const me = '/v1/people/me';
const passwords: Record<Role, string> = {
  viewer: 'seven quiet foxes',
  agent: 'nine brown otters',
  admin: 'four white storks',
};
const next = 'twelve grey herons';

forEachApi(api => {
  describe('GET /people/me', () => {
    it('200 with the caller, without secrets', async () => {
      const { status, body } = await api().call<Person>('GET', me, { as: 'viewer' });
      assert.deepEqual([status, body.id, body.role], [200, api().people.viewer.id, 'viewer']);
      const members = ['created_at', 'disabled', 'email', 'id', 'kind', 'name', 'role', 'updated_at', 'url', 'version'];
      assert.deepEqual(Object.keys(body).sort(), members);
    });
  });

  describe('PATCH /people/me', () => {
    const tokens: Partial<Record<Role, string>> = {};
    /** Sends a PATCH with a token issued after the passwords were set. */
    const patch = <Body = Person>(role: Role, body: unknown, headers: Record<string, string> = {}) =>
      api().call<Body>('PATCH', me, { body, headers: { Authorization: `Bearer ${tokens[role]}`, ...headers } });
    const read = async (role: Role) => {
      const { body } = await api().call<Person>('GET', me, { headers: { Authorization: `Bearer ${tokens[role]}` } });
      return body;
    };

    before(async () => {
      for (const role of ['viewer', 'agent', 'admin'] as const) {
        const path = `/v1/people/${api().people[role].id}`;
        await api().call('PATCH', path, { as: 'admin', body: { password: passwords[role] } });
        tokens[role] = await api().createRoleToken(role, ['people:read', 'people:write']);
      }
    });

    for (const role of ['viewer', 'agent', 'admin'] as const) {
      it(`200 lets the ${role} change their own password and keep their token`, async () => {
        const before = await read(role);
        const changed = await patch(role, { current_password: passwords[role], password: next });
        assert.deepEqual([changed.status, changed.body.version], [200, before.version + 1]);
        assert.deepEqual(Object.keys(changed.body), Object.keys(before));
        assert.ok(!changed.text.includes(next));
        assert.equal((await patch(role, { current_password: next, password: passwords[role] })).status, 200);
      });
    }

    it('200, not 304, for a different person’s ETag of this URL', async () => {
      const get = (role: Role, headers: Record<string, string> = {}) =>
        api().call<Person>('GET', me, { headers: { Authorization: `Bearer ${tokens[role]}`, ...headers } });
      const [others, own] = [await get('admin'), await get('agent')];
      const etag = (others.headers.get('etag') ?? '').replace(/^"\d+/, `"${own.body.version}`);
      const response = await get('agent', { 'If-None-Match': etag });
      assert.deepEqual([response.status, response.body.id], [200, own.body.id]);
    });

    it('422 lists every error of the two passwords and of the other fields; nothing is changed', async () => {
      const before = await read('viewer');
      for (const [body, errors] of [
        [{ password: next }, { current_password: 1001 }],
        [{ current_password: passwords.viewer }, { password: 1001 }],
        [{ password: 'short' }, { password: 1003, current_password: 1001 }],
        [
          { current_password: 'not it at all', password: 'short', name: 'Other' },
          { password: 1003, name: 1008, current_password: 1005 },
        ],
      ] as const) {
        assert.deepEqual(getStatusAndFieldErrors(await patch('viewer', body)), [422, Object.entries(errors)]);
      }
      assert.deepEqual(await read('viewer'), before);
    });

    it('422 for a person without a password', async () => {
      const body = { name: 'Rui Carvalho', email: 'rui@desk.example' };
      await api().call('POST', '/v1/people', { body, headers: { Authorization: `Bearer ${tokens.admin}` } });
      const Authorization = `Bearer ${await api().createTokenFor(body.email, ['people:write'])}`;
      const response = await patch('agent', { current_password: 'any password', password: next }, { Authorization });
      assert.deepEqual(getStatusAndFieldErrors(response), [422, [['current_password', 1005]]]);
    });

    it('422 lists every field that only an administrator may change', async () => {
      const changes = { name: 'Other', email: 'other@desk.example', role: 'admin', disabled: true };
      for (const role of ['viewer', 'agent'] as const) {
        assert.deepEqual(getStatusAndFieldErrors(await patch(role, changes)), [
          422,
          Object.keys(changes).map(name => [name, 1008]),
        ]);
      }
    });

    it('200 without a change when the body is the representation that was read', async () => {
      for (const role of ['viewer', 'agent', 'admin'] as const) {
        const before = await read(role);
        const same = await patch(role, before);
        assert.deepEqual([same.status, same.body], [200, before]);
      }
    });

    it('200 lets administrators edit their own name and email; 422 for another person’s email', async () => {
      const renamed = await patch('admin', { name: 'Another name' });
      assert.deepEqual([renamed.status, renamed.body.name], [200, 'Another name']);
      const own = await patch('admin', { email: api().people.admin.email.toUpperCase() });
      assert.equal(own.status, 200, 'own email in another letter case');
      const taken = await patch('admin', { email: api().people.agent.email });
      assert.deepEqual(getStatusAndFieldErrors(taken), [422, [['email', 1010]]]);
    });

    it('422 for administrators who disable themselves, 409 for demoting the last administrator', async () => {
      const disabled = await patch('admin', { disabled: true });
      assert.deepEqual(getStatusAndFieldErrors(disabled), [422, [['disabled', 1005]]]);
      assert.equal((await patch('admin', { role: 'viewer' })).body.code, 40910);
    });

    it('200 or 422, and keeps the name that an administrator sets concurrently', async () => {
      const before = await read('viewer');
      const repeated = { ...before, current_password: passwords.viewer, password: next };
      const { version: _, updated_at: __, ...body } = repeated;
      const rename = { body: { name: 'Set meanwhile' }, headers: { Authorization: `Bearer ${tokens.admin}` } };
      const [own, set] = await Promise.all([
        patch('viewer', body),
        api().call('PATCH', `/v1/people/${before.id}`, rename),
      ]);
      // Either request can come first. After the administrator's request, the name in the other body is stale.
      assert.ok(own.status === 200 || getStatusAndFieldErrors(own).flat(2).includes(1008), `${own.status}`);
      assert.equal(set.status, 200);
      assert.equal((await read('viewer')).name, 'Set meanwhile');
    });

    it('409 for a different id or a stale version, 412 for an ETag of a different version, without passwords in the differences', async () => {
      const { id, version } = await read('agent');
      assert.equal((await patch('agent', { id: api().people.viewer.id })).body.code, 40902);
      const newPassword = { current_password: passwords.agent, password: next };
      const failed = await patch('agent', newPassword, { 'If-Match': `"${version + 1}"` });
      assert.deepEqual([failed.status, failed.body.differences], [412, []]);
      const stale = await patch('agent', { ...newPassword, id, version: version - 1 });
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
  });
});
