import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { excessOf } from './composer/length.ts';
import { joinTexts, readMessage } from './drafts.ts';

describe('the draft of a message', () => {
  it('is read as it was stored, whatever version of the desk stored it', () => {
    const returned = { why: 'refused', reason: 'No', requestId: 'r-1' } as const;
    const draft = { text: 'Hello', idempotencyKey: 'k', returned, blanks: ['{name}'], keptAt: 5 };
    assert.deepEqual(readMessage(draft), draft);
    assert.deepEqual(readMessage({ text: 'Hello' }), {
      text: 'Hello',
      idempotencyKey: null,
      returned: null,
      blanks: [],
      keptAt: 0,
    });
  });

  it('remembers what was asked before it could go', () => {
    const asked = { text: 'Hi {name}', returned: { why: 'blanks', closes: true }, blanks: ['{name}', 5] };
    const { returned, blanks } = readMessage(asked) ?? {};
    assert.deepEqual({ returned, blanks }, { returned: { why: 'blanks', closes: true }, blanks: ['{name}'] });
  });

  it('is none where no text was stored', () => {
    for (const stored of [null, 'Hello', {}, { text: 5 }]) assert.equal(readMessage(stored), null);
    fc.assert(fc.property(fc.jsonValue(), stored => assert.doesNotThrow(() => readMessage(stored))));
  });

  it('gets back what was sent before what was typed since', () => {
    assert.equal(joinTexts('Sent\n', 'Typed'), 'Sent\n\nTyped');
    assert.equal(joinTexts('Sent\n', ' '), 'Sent\n');
  });

  it('is counted in code points, as the API counts', () => {
    assert.equal(excessOf('😀'.repeat(65_535)), 0);
    assert.equal(excessOf('😀'.repeat(65_536)), 1);
    assert.equal(excessOf('a'.repeat(65_540)), 5);
  });
});
