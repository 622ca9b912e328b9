import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  getDistinctAddresses,
  isEmailAddress,
  mergeRecipients,
  parseAddresses,
  parseRecipients,
  splitTypedAddresses,
} from './addresses.ts';

const amelie = { name: '', email: 'amelie@atelier.example' };
const rui = { name: 'Rui', email: 'rui@norte.example' };

describe('typed addresses', () => {
  const cases: [title: string, text: string, complete: object[], rest: string][] = [
    ['are incomplete without a separator', 'amelie@atel', [], 'amelie@atel'],
    ['are complete after a comma', 'amelie@atelier.example,', [amelie], ''],
    [
      'are complete after a semicolon or a line break',
      'amelie@atelier.example; Rui <rui@norte.example>\n',
      [amelie, rui],
      '',
    ],
    ['end at the last separator', 'amelie@atelier.example, rui@', [amelie], ' rui@'],
    ['can have a comma in a quoted name', '"Silva, Rui" <rui@norte.example>,', [{ ...rui, name: 'Silva, Rui' }], ''],
    ['are incomplete inside quotes', '"Silva, Rui', [], '"Silva, Rui'],
    ['are skipped if they are blank', ' , ;', [], ''],
    ['are returned even if they are invalid', 'amelie,', [{ name: '', email: 'amelie' }], ''],
  ];
  for (const [title, text, complete, rest] of cases) {
    it(title, () => assert.deepEqual(splitTypedAddresses(text), { complete, rest }));
  }

  it('need no final separator when the user leaves the field', () => {
    assert.deepEqual(parseAddresses('Rui <rui@norte.example>, amelie@atelier.example'), [rui, amelie]);
  });

  it('lose no characters except separators, blanks and quotes', () => {
    const strip = (text: string): string => text.replace(/[\s,;<>"]/g, '');
    const text = fc.string({ unit: fc.constantFrom('a', '@', '.', ',', ';', ' ', '"', '\n') });
    fc.assert(
      fc.property(text, typed =>
        assert.equal(
          strip(
            parseAddresses(typed)
              .map(({ name, email }) => name + email)
              .join(''),
          ),
          strip(typed),
        ),
      ),
    );
  });
});

describe('an email address', () => {
  it('has an @, a domain with a dot, no space, and at most 254 characters', () => {
    assert.deepEqual(
      [
        'a@b.example',
        'ä@bücher.example',
        'a@b',
        'a',
        '@b.example',
        'a b@c.example',
        `${'a'.repeat(250)}@b.example`,
      ].map(isEmailAddress),
      [true, true, false, false, false, false, false],
    );
  });

  it('is returned once, ignoring case', () => {
    assert.deepEqual(getDistinctAddresses([rui, amelie, { name: '', email: 'RUI@norte.example' }]), [rui, amelie]);
  });
});

describe('stored recipients', () => {
  it('survive storing and parsing', () => {
    const recipients = { to: [amelie], cc: [], bcc: [rui] };
    assert.deepEqual(parseRecipients(JSON.parse(JSON.stringify(recipients))), recipients);
  });

  it('parse to null if a list is missing, and omit invalid addresses', () => {
    assert.equal(parseRecipients({ to: [], cc: [] }), null);
    assert.deepEqual(parseRecipients({ to: [amelie, 7, { name: '' }], cc: [], bcc: [] })?.to, [amelie]);
    fc.assert(fc.property(fc.jsonValue(), stored => assert.doesNotThrow(() => parseRecipients(stored))));
  });
});

it('mergeRecipients adds later recipients once; null adds nothing', () => {
  const earlier = { to: [amelie], cc: [], bcc: [] };
  const later = { to: [{ ...amelie, email: 'AMELIE@atelier.example' }], cc: [rui], bcc: [] };
  assert.deepEqual(mergeRecipients(earlier, later), { to: [amelie], cc: [rui], bcc: [] });
  assert.deepEqual([mergeRecipients(null, later), mergeRecipients(earlier, null)], [later, earlier]);
  assert.equal(mergeRecipients(null, null), null);
});
