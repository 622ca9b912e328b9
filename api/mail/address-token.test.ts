import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addTicketToken, createBounceAddress, readBounceToken, readTicketToken } from './address-token.ts';

const key = Buffer.alloc(32, 7);
const creationNumber = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

describe('the token of an address', () => {
  it('names its ticket in any letter case, and is invalid with another key', () => {
    fc.assert(
      fc.property(creationNumber, fc.boolean(), (n, upper) => {
        const address = addTicketToken(key, 'support+eu@desk.example', n);
        assert.equal(readTicketToken(key, upper ? address.toUpperCase() : address), n);
        assert.equal(readTicketToken(Buffer.alloc(32, 8), address), null);
      }),
    );
  });

  it('is invalid after any change of one letter', () => {
    const address = addTicketToken(key, 'support@desk.example', 1042);
    const [start, end] = [address.indexOf('+t') + 2, address.indexOf('@')];
    for (let index = start; index < end; index++) {
      const other = address[index] === 'a' ? 'b' : 'a';
      assert.equal(readTicketToken(key, address.slice(0, index) + other + address.slice(index + 1)), null);
    }
  });

  it('is invalid when it is empty, too short, without a number, or a token of a bounce', () => {
    const bounce = createBounceAddress(key, 'desk.example', 7);
    const token = bounce.slice('bounce+'.length);
    for (const address of [
      'support@desk.example',
      'support+t@desk.example',
      'support+tb@x',
      `+t${'a'.repeat(16)}@x`,
      '',
    ])
      assert.equal(readTicketToken(key, address), null);
    assert.equal(readTicketToken(key, `support+t${token}`), null);
    assert.equal(readBounceToken(key, bounce), 7);
    assert.equal(readBounceToken(key, addTicketToken(key, 'bounce@desk.example', 7)), null);
  });

  it('is omitted if the local part would exceed 64 characters', () => {
    const address = `${'x'.repeat(50)}@desk.example`;
    assert.equal(addTicketToken(key, address, 1), address);
  });
});
