import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blanksLeft, blanksOf, listBlanks } from './blanks.ts';

describe('the placeholders of a reply', () => {
  it('are found in the inserted text, each once', () => {
    assert.deepEqual(blanksOf('Hi {name}, your {invoice} … Best, {name}'), ['{name}', '{invoice}']);
    assert.deepEqual(blanksOf('No { "json": 1 }'), []);
  });

  it('are unfilled until replaced; braces typed by the author do not count', () => {
    assert.deepEqual(blanksLeft({ text: 'Hi {name}, GET /tickets/{id}', blanks: ['{name}', '{invoice}'] }), ['{name}']);
    assert.deepEqual(blanksLeft({ text: 'GET /tickets/{id}', blanks: [] }), []);
  });

  it('are listed, at most two by name', () => {
    assert.equal(listBlanks(['{a}']), '{a}');
    assert.equal(listBlanks(['{a}', '{b}']), '{a} and {b}');
    assert.equal(listBlanks(['{a}', '{b}', '{c}', '{d}']), '{a}, {b} and 2 more');
  });
});
