import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blanksLeft, blanksOf, listBlanks } from './blanks.ts';

describe('the blanks of a reply', () => {
  it('are those of what was inserted, each once', () => {
    assert.deepEqual(blanksOf('Hi {name}, your {invoice} … Best, {name}'), ['{name}', '{invoice}']);
    assert.deepEqual(blanksOf('No { "json": 1 }'), []);
  });

  it('are left until they have been typed over; braces of its author are none', () => {
    assert.deepEqual(blanksLeft({ text: 'Hi {name}, GET /tickets/{id}', blanks: ['{name}', '{invoice}'] }), ['{name}']);
    assert.deepEqual(blanksLeft({ text: 'GET /tickets/{id}', blanks: [] }), []);
  });

  it('are named, but not all of many', () => {
    assert.equal(listBlanks(['{a}']), '{a}');
    assert.equal(listBlanks(['{a}', '{b}']), '{a} and {b}');
    assert.equal(listBlanks(['{a}', '{b}', '{c}', '{d}']), '{a}, {b} and 2 more');
  });
});
