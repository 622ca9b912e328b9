import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { tagPattern } from '#contract/tag-pattern';
import { toTag, toTagChoice } from './tags.ts';

describe('a typed tag', () => {
  it('becomes a valid tag, or is empty without Latin letters and digits', () => {
    const typed = ['new tag, with comma', 'Ärger', 'Łódź & Ørsted', '  Größe XL! ', 'v2.1', '_x_', 'a--b', 'срочно'];
    const tags = ['new-tag-with-comma', 'arger', 'lodz-orsted', 'grosse-xl', 'v2-1', 'x_', 'a--b', ''];
    assert.deepEqual(typed.map(toTag), tags);
    const text = fc.array(fc.constantFrom(...'aZ7_- ,.ßøİ漢\u0301🌟', 'x'.repeat(40))).map(parts => parts.join(''));
    fc.assert(fc.property(text, typed => toTag(typed) === '' || tagPattern.test(toTag(typed))));
  });

  it('stays unchanged if it is valid', () => {
    fc.assert(fc.property(fc.stringMatching(tagPattern), tag => toTag(tag) === tag));
  });

  it('comes with a hint if it cannot be added, or differs from the text by more than case and spaces', () => {
    assert.deepEqual(toTagChoice('On site', []), { choice: { value: 'on-site', label: 'Add “on-site”' } });
    const { choice, hint } = toTagChoice('Köln, on site', []);
    assert.equal(choice?.value, 'koln-on-site');
    assert.match(hint ?? '', /a to z, digits/);
    assert.match(toTagChoice('日本', []).hint ?? '', /a to z, digits/);
    assert.match(toTagChoice('x'.repeat(65), []).hint ?? '', /at most 64/);
    assert.match(toTagChoice('VAT', ['vat']).hint ?? '', /already/);
  });
});
