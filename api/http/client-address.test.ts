import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { it } from 'node:test';
import { getClientAddress } from './client-address.ts';

const addressOf = (ip: string | undefined) =>
  getClientAddress(Object.assign(new IncomingMessage(new Socket()), { ip }));

it('getClientAddress returns an IPv4 address unchanged, and an IPv4-mapped IPv6 address as IPv4', () => {
  assert.equal(addressOf('192.0.2.7'), '192.0.2.7');
  assert.equal(addressOf('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(addressOf('::FFFF:192.0.2.7'), '192.0.2.7');
});

it('getClientAddress reduces an IPv6 address in any notation to its /64 network', () => {
  for (const ip of [
    '2001:db8::1',
    '2001:DB8::1',
    '2001:db8:0:0:ffff::',
    '2001:0db8:0000:0000:1:2:3:4',
    '2001:db8::%eth0',
  ]) {
    assert.equal(addressOf(ip), '2001:db8:0:0::/64', ip);
  }
  assert.equal(addressOf('2001:db8:0:1::1'), '2001:db8:0:1::/64');
  assert.equal(addressOf('::1'), '0:0:0:0::/64');
  assert.equal(addressOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
});

it('getClientAddress returns other text unchanged, and an empty string without an address', () => {
  assert.equal(addressOf('unix:'), 'unix:');
  assert.equal(addressOf(undefined), '');
});
