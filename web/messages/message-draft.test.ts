import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { countExcessCharacters } from './composer/message-length.ts';
import { parseMessageDraft, prependReturnedText } from './message-draft.ts';

describe('a message draft', () => {
  it('parses stored drafts, also those of older versions', () => {
    const returned = { why: 'refused', reason: 'No', requestId: 'r-1' } as const;
    const draft = { text: 'Hello', idempotencyKey: 'k', returned, blanks: ['{name}'], keptAt: 5 };
    assert.deepEqual(parseMessageDraft(draft), draft);
    assert.deepEqual(parseMessageDraft({ text: 'Hello' }), {
      text: 'Hello',
      idempotencyKey: null,
      returned: null,
      blanks: [],
      keptAt: 0,
    });
  });

  it('keeps the reason why it was not sent', () => {
    const stored = { text: 'Hi {name}', returned: { why: 'blanks', closes: true }, blanks: ['{name}', 5] };
    const { returned, blanks } = parseMessageDraft(stored) ?? {};
    assert.deepEqual({ returned, blanks }, { returned: { why: 'blanks', closes: true }, blanks: ['{name}'] });
  });

  it('is null without a stored text', () => {
    for (const stored of [null, 'Hello', {}, { text: 5 }]) assert.equal(parseMessageDraft(stored), null);
    fc.assert(fc.property(fc.jsonValue(), stored => assert.doesNotThrow(() => parseMessageDraft(stored))));
  });

  it('puts the returned text before the text typed since', () => {
    assert.equal(prependReturnedText('Sent\n', 'Typed'), 'Sent\n\nTyped');
    assert.equal(prependReturnedText('Sent\n', ' '), 'Sent\n');
  });

  it('counts code points, like the API', () => {
    assert.equal(countExcessCharacters('😀'.repeat(65_535)), 0);
    assert.equal(countExcessCharacters('😀'.repeat(65_536)), 1);
    assert.equal(countExcessCharacters('a'.repeat(65_540)), 5);
  });
});
