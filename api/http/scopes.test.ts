import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { operations } from '#contract/operations';
import { roles, type Scope, scopes } from '#contract/vocabulary';
import { withApi } from '../testing/api.ts';

/** An address of the operation. Nobody looks whether there is such a thing before the scope is known. */
const addressOf = (path: string): string => `/v1${path.replaceAll(/\{\w+\}/g, 'whichever')}`;

withApi(api => {
  /** For each scope a viewer's token without it, but with all others. */
  const without = new Map<Scope, string>();
  before(async () => {
    for (const scope of scopes) {
      const others = scopes.filter(each => each !== scope);
      without.set(scope, await api().tokenFor('viewer', others));
    }
  });

  describe('a token', () => {
    for (const { name, method, path, scope } of operations) {
      if (scope === null) continue;
      it(`403 of ${name} without ${scope}, whatever else it may, and before the role is asked`, async () => {
        const answer = await api().call(method, addressOf(path), {
          headers: { Authorization: `Bearer ${without.get(scope)}` },
        });
        assert.deepEqual([answer.status, answer.body.code], [403, 40301]);
        const challenge = answer.headers.get('www-authenticate');
        assert.equal(challenge, `Bearer realm="stardesk", error="insufficient_scope", scope="${scope}"`);
      });
    }

    for (const { name, method, path } of operations) {
      it(`401 of ${name} without one`, async () => {
        const answer = await api().call(method, addressOf(path), { as: null });
        assert.deepEqual([answer.status, answer.body.code], [401, 40100]);
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="stardesk"');
      });
    }

    it('200 of GET /people/me with no scope at all, for every role', async () => {
      for (const role of roles) {
        const Authorization = `Bearer ${await api().tokenFor(role, [])}`;
        const { status, body } = await api().call<{ role: string }>('GET', '/v1/people/me', {
          headers: { Authorization },
        });
        assert.deepEqual([status, body.role], [200, role]);
      }
    });

    it('200 of GET /events with no scope at all, and nothing in it', async () => {
      await api().call('POST', '/v1/tickets', { body: { subject: 'Logged' } });
      const Authorization = `Bearer ${await api().tokenFor('admin', [])}`;
      const answer = await api().call('GET', '/v1/events', { headers: { Authorization } });
      assert.deepEqual([answer.status, answer.body], [200, []]);
    });
  });
});
