import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authorizationFields, buildAuthorization, selectFields } from './authorization.ts';

const stored = {
  ...{ provider: 'custom', client_id: 'desk', tenant: null, scope: 'mail', version: 3, state: 'authorized' },
  ...{ authorization_endpoint: 'https://id.example/a', token_endpoint: 'https://id.example/t' },
};

describe('buildAuthorization', () => {
  it('merges a change, and sends the secret only if it was typed', () => {
    const { version: _, state: __, tenant: ___, ...members } = stored;
    assert.deepEqual(buildAuthorization(stored, { scope: 'imap' }), { ...members, scope: 'imap' });
    assert.equal(buildAuthorization(stored, { client_secret: 'secret' }).client_secret, 'secret');
  });

  it('omits the members of another provider', () => {
    const microsoft = { provider: 'microsoft', client_id: 'desk', tenant: null };
    assert.deepEqual(buildAuthorization(stored, { provider: 'microsoft' }), microsoft);
    assert.deepEqual(buildAuthorization(stored, { provider: null, client_secret: 'secret' }), { provider: null });
  });
});

describe('selectFields', () => {
  const select = (provider: string) =>
    selectFields(authorizationFields({ client_secret_set: true }), provider).map(({ name }) => name);

  it('selects the fields of the chosen provider', () => {
    const client = ['provider', 'client_id', 'client_secret'];
    const endpoints = ['authorization_endpoint', 'token_endpoint', 'scope'];
    assert.deepEqual(select(''), ['provider']);
    assert.deepEqual(select('google'), client);
    assert.deepEqual(select('microsoft'), [...client, 'tenant']);
    assert.deepEqual(select('custom'), [...client, ...endpoints]);
  });
});
