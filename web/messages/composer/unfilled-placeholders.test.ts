import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPlaceholders, findUnfilledPlaceholders, formatPlaceholders } from './unfilled-placeholders.ts';

describe('placeholders of a reply', () => {
  it('findPlaceholders returns distinct placeholders', () => {
    assert.deepEqual(findPlaceholders('Hi {name}, your {invoice} … Best, {name}'), ['{name}', '{invoice}']);
    assert.deepEqual(findPlaceholders('No { "json": 1 }'), []);
  });

  it('findUnfilledPlaceholders returns inserted placeholders still in the text, but no braces typed by the author', () => {
    assert.deepEqual(
      findUnfilledPlaceholders({ text: 'Hi {name}, GET /tickets/{id}', placeholders: ['{name}', '{invoice}'] }),
      ['{name}'],
    );
    assert.deepEqual(findUnfilledPlaceholders({ text: 'GET /tickets/{id}', placeholders: [] }), []);
  });

  it('formatPlaceholders names at most two placeholders', () => {
    assert.equal(formatPlaceholders(['{a}']), '{a}');
    assert.equal(formatPlaceholders(['{a}', '{b}']), '{a} and {b}');
    assert.equal(formatPlaceholders(['{a}', '{b}', '{c}', '{d}']), '{a}, {b} and 2 more');
  });
});
