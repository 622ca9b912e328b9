import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatAddress } from './format-address.ts';
import { parseAddress } from './parse-address.ts';

describe('parseAddress', () => {
  const addresses: [text: string, name: string, email: string][] = [
    ['amelie@atelier.example', '', 'amelie@atelier.example'],
    ['Amélie Laurent <amelie@atelier.example>', 'Amélie Laurent', 'amelie@atelier.example'],
    [' "Laurent, Amélie" < amelie@atelier.example > ', 'Laurent, Amélie', 'amelie@atelier.example'],
    ['<amelie@atelier.example>', '', 'amelie@atelier.example'],
    ['Amélie', '', 'Amélie'],
    ['', '', ''],
  ];
  for (const [text, name, email] of addresses) {
    it(`parses "${text}" as the name "${name}" and the email "${email}"`, () =>
      assert.deepEqual(parseAddress(text), { name, email }));
  }

  it('parses the text of formatAddress back to the same address', () => {
    for (const address of [
      { name: 'Amélie', email: 'a@b.example' },
      { name: '', email: 'a@b.example' },
    ])
      assert.deepEqual(parseAddress(formatAddress(address)), address);
  });
});
