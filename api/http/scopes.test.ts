import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { operations } from '#contract/all-operations';
import { roles, type Scope, scopes } from '#contract/enums';
import { withApi } from '../testing/api.ts';

/** Returns a URL of the operation. The scope is checked before the resource is looked up, so any id works. */
const fillParameters = (path: string): string => `/v1${path.replaceAll(/\{\w+\}/g, 'any-id')}`;

withApi(api => {
  /** For each scope, a viewer's token with all other scopes. */
  const tokenWithout = new Map<Scope, string>();
  before(async () => {
    for (const scope of scopes) {
      const others = scopes.filter(each => each !== scope);
      tokenWithout.set(scope, await api().createRoleToken('viewer', others));
    }
  });

  describe('authorization by scope', () => {
    for (const { name, method, path, scope } of operations) {
      if (scope === null) continue;
      it(`403 for ${name} without ${scope}, before the role is checked`, async () => {
        const response = await api().call(method, fillParameters(path), {
          headers: { Authorization: `Bearer ${tokenWithout.get(scope)}` },
        });
        assert.deepEqual([response.status, response.body.code], [403, 40301]);
        const challenge = response.headers.get('www-authenticate');
        assert.equal(challenge, `Bearer realm="stardesk", error="insufficient_scope", scope="${scope}"`);
      });
    }

    for (const { name, method, path } of operations) {
      it(`401 for ${name} without a token`, async () => {
        const response = await api().call(method, fillParameters(path), { as: null });
        assert.deepEqual([response.status, response.body.code], [401, 40100]);
        assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="stardesk"');
      });
    }

    it('presence, watches and notifications need tickets:read to read, and tickets:write to change', () => {
      const personal = operations.filter(({ path }) => /presence|watch|notification/.test(path));
      assert.equal(personal.length, 14);
      for (const { name, method, scope } of personal)
        assert.equal(scope, method === 'GET' ? 'tickets:read' : 'tickets:write', name);
    });

    it('200 for GET /people/me without any scope, for every role', async () => {
      for (const role of roles) {
        const Authorization = `Bearer ${await api().createRoleToken(role, [])}`;
        const { status, body } = await api().call<{ role: string }>('GET', '/v1/people/me', {
          headers: { Authorization },
        });
        assert.deepEqual([status, body.role], [200, role]);
      }
    });

    it('200 for GET /events without any scope, with an empty list', async () => {
      await api().call('POST', '/v1/tickets', { body: { subject: 'Logged' } });
      const Authorization = `Bearer ${await api().createRoleToken('admin', [])}`;
      const response = await api().call('GET', '/v1/events', { headers: { Authorization } });
      assert.deepEqual([response.status, response.body], [200, []]);
    });
  });
});
