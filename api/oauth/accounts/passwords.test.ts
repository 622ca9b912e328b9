import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashPassword, isWeakPasswordHash, verifyPassword } from './passwords.ts';

it('hashPassword salts each hash; verifyPassword accepts only the hashed password, composed or decomposed', async () => {
  const phc = await hashPassword('Größe ist alles');
  assert.notEqual(await hashPassword('Größe ist alles'), phc);
  assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await verifyPassword('Größe ist alles', phc), true);
  assert.equal(await verifyPassword('Größe ist alles'.normalize('NFD'), phc), true);
  assert.equal(await verifyPassword('Grösse ist alles', phc), false);
});

it('verifyPassword accepts a hash of a different argon2id implementation', async () => {
  // RFC 9106 has no PHC string. This string comes from the command line of the reference implementation.
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await verifyPassword('password', phc), true);
  assert.equal(isWeakPasswordHash(phc), false);
});

it('verifyPassword rejects any password for a missing or malformed hash', async () => {
  assert.equal(await verifyPassword('anything', null), false);
  assert.equal(await verifyPassword('anything', 'plain text'), false);
});

it('isWeakPasswordHash returns true for a hash of lower cost, and false for a new hash', async () => {
  assert.equal(
    isWeakPasswordHash('$argon2id$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'),
    true,
  );
  assert.equal(isWeakPasswordHash(await hashPassword('fresh enough')), false);
});
