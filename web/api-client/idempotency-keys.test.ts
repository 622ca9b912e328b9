import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createIdempotencyKeys } from './idempotency-keys.ts';

it('createIdempotencyKeys returns the same key until the body changes', () => {
  const getKey = createIdempotencyKeys();
  const key = getKey({ name: 'Sales' });
  assert.equal(getKey({ name: 'Sales' }), key);
  const changed = getKey({ name: 'Orders' });
  assert.notEqual(changed, key);
  assert.equal(getKey({ name: 'Orders' }), changed);
});
