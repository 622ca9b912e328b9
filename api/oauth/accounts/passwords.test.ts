import assert from 'node:assert/strict';
import { it } from 'node:test';
import { processorTime } from '../../testing/processor-time.ts';
import { hashPassword, isWeak, verifyPassword } from './passwords.ts';

it('a password is verified against its own PHC string and no other', async () => {
  const phc = await hashPassword('Größe ist alles');
  assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await verifyPassword('Größe ist alles', phc), true);
  assert.equal(await verifyPassword('Größe ist alles'.normalize('NFD'), phc), true);
  assert.equal(await verifyPassword('Grösse ist alles', phc), false);
});

it('the same password hashes differently each time', async () => {
  assert.notEqual(await hashPassword('the same again'), await hashPassword('the same again'));
});

it('a hash made by another implementation of argon2id is understood', async () => {
  // RFC 9106 has no PHC string; this one was made by the reference implementation's command line.
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await verifyPassword('password', phc), true);
  assert.equal(isWeak(phc), false);
});

it('nobody’s password is wrong, and so is any for a string that is no hash', async () => {
  assert.equal(await verifyPassword('anything', null), false);
  assert.equal(await verifyPassword('anything', 'plain text'), false);
});

it('a hash of lower cost is weak, one of today’s is not', async () => {
  assert.equal(isWeak('$argon2id$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'), true);
  assert.equal(isWeak(await hashPassword('fresh enough')), false);
});

it('nobody’s password takes as long as somebody’s', async () => {
  const phc = await hashPassword('somebody');
  const time = (stored: string | null) => processorTime(() => verifyPassword('wrong', stored));
  const fastest = { somebody: Number.POSITIVE_INFINITY, nobody: Number.POSITIVE_INFINITY };
  for (let n = 0; n < 8; n++) {
    fastest.somebody = Math.min(fastest.somebody, await time(phc));
    fastest.nobody = Math.min(fastest.nobody, await time(null));
  }
  assert.ok(fastest.nobody > fastest.somebody / 2, JSON.stringify(fastest));
});
