import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPlaceholders, findUnfilledPlaceholders, formatPlaceholders } from './unfilled-placeholders.ts';

describe('the placeholders of a reply', () => {
  it('are found in the inserted text, each once', () => {
    assert.deepEqual(findPlaceholders('Hi {name}, your {invoice} … Best, {name}'), ['{name}', '{invoice}']);
    assert.deepEqual(findPlaceholders('No { "json": 1 }'), []);
  });

  it('are unfilled until replaced; braces typed by the author do not count', () => {
    assert.deepEqual(
      findUnfilledPlaceholders({ text: 'Hi {name}, GET /tickets/{id}', blanks: ['{name}', '{invoice}'] }),
      ['{name}'],
    );
    assert.deepEqual(findUnfilledPlaceholders({ text: 'GET /tickets/{id}', blanks: [] }), []);
  });

  it('are listed, at most two by name', () => {
    assert.equal(formatPlaceholders(['{a}']), '{a}');
    assert.equal(formatPlaceholders(['{a}', '{b}']), '{a} and {b}');
    assert.equal(formatPlaceholders(['{a}', '{b}', '{c}', '{d}']), '{a}, {b} and 2 more');
  });
});
