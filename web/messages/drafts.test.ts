import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { excessOf } from './composer/length.ts';
import { joinTexts, readMessage } from './drafts.ts';

describe('a message draft', () => {
  it('parses stored drafts, also those of older versions', () => {
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

  it('keeps the reason why it was not sent', () => {
    const stored = { text: 'Hi {name}', returned: { why: 'blanks', closes: true }, blanks: ['{name}', 5] };
    const { returned, blanks } = readMessage(stored) ?? {};
    assert.deepEqual({ returned, blanks }, { returned: { why: 'blanks', closes: true }, blanks: ['{name}'] });
  });

  it('is null without a stored text', () => {
    for (const stored of [null, 'Hello', {}, { text: 5 }]) assert.equal(readMessage(stored), null);
    fc.assert(fc.property(fc.jsonValue(), stored => assert.doesNotThrow(() => readMessage(stored))));
  });

  it('puts the returned text before the text typed since', () => {
    assert.equal(joinTexts('Sent\n', 'Typed'), 'Sent\n\nTyped');
    assert.equal(joinTexts('Sent\n', ' '), 'Sent\n');
  });

  it('counts code points, like the API', () => {
    assert.equal(excessOf('😀'.repeat(65_535)), 0);
    assert.equal(excessOf('😀'.repeat(65_536)), 1);
    assert.equal(excessOf('a'.repeat(65_540)), 5);
  });
});
