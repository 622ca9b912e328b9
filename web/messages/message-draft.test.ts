import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ComposerDraft, mergeTyped, parseMessageDraft, prependReturnedText } from './message-draft.ts';

describe('parseMessageDraft', () => {
  it('parses stored drafts', () => {
    const returned = { why: 'rejected', reason: 'No', requestId: 'r-1', closes: true } as const;
    const draft = {
      text: 'Hello',
      files: [{ key: 'f', name: 'a.pdf', size: 5, type: '', copyOf: null, attachmentId: '12' }],
      recipients: { to: [{ name: 'Rui', email: 'rui@norte.example' }], cc: [], bcc: [] },
      typedRecipient: { role: 'cc', text: 'ame' },
      idempotencyKey: 'k',
      sendAfter: '2026-11-23T09:14:00.000Z',
      mentions: ['3'],
      returned,
      placeholders: ['{name}'],
      changedAt: 5,
    };
    for (const each of [draft, { ...draft, returned: { why: 'unknown-outcome', closes: true } }])
      assert.deepEqual(parseMessageDraft(each), each);
    assert.deepEqual(parseMessageDraft({ text: 'Hello' }), {
      text: 'Hello',
      files: [],
      recipients: null,
      typedRecipient: null,
      idempotencyKey: null,
      sendAfter: null,
      mentions: null,
      returned: null,
      placeholders: [],
      changedAt: 0,
    });
  });

  it('parses the field names and reasons of earlier versions', () => {
    const parse = (returned: unknown) => parseMessageDraft({ text: 'Hi {name}', returned, blanks: ['{name}', 5] });
    assert.deepEqual(parse(null)?.placeholders, ['{name}']);
    assert.deepEqual(parse({ why: 'blanks', closes: true })?.returned, { why: 'placeholders', closes: true });
    const newMessages = { seenUntil: '2026-11-02', closes: false };
    assert.deepEqual(parse({ why: 'news', ...newMessages })?.returned, { why: 'new-messages', ...newMessages });
    assert.equal(parseMessageDraft({ text: 'Hi', keptAt: 5 })?.changedAt, 5);
    assert.deepEqual(parse({ why: 'unknown-outcome' })?.returned, { why: 'unknown-outcome', closes: false });
    const rejection = { reason: 'No', requestId: null, closes: false };
    assert.deepEqual(parse({ why: 'refused', reason: 'No' })?.returned, { why: 'rejected', ...rejection });
  });

  it('returns null without text', () => {
    for (const stored of [null, 'Hello', {}, { text: 5 }]) assert.equal(parseMessageDraft(stored), null);
    fc.assert(fc.property(fc.jsonValue(), stored => assert.doesNotThrow(() => parseMessageDraft(stored))));
  });
});

it('prependReturnedText puts the returned text before the text typed since', () => {
  assert.equal(prependReturnedText('Sent\n', 'Typed'), 'Sent\n\nTyped');
  assert.equal(prependReturnedText('Sent\n', ' '), 'Sent\n');
});

it('mergeTyped clears the idempotency key, unless only white space was typed', () => {
  const parse = (stored: object) => parseMessageDraft({ text: '', ...stored }) as ComposerDraft;
  const recipients = { to: [{ name: 'Rui', email: 'rui@norte.example' }], cc: [], bcc: [] };
  const sent = parse({ text: 'Sent', idempotencyKey: 'k', sendAfter: '2026-11-23T09:14:00.000Z', mentions: ['3'] });
  assert.deepEqual(mergeTyped(sent, parse({ text: '\n' })), sent);
  const file = { key: 'f', name: 'a.pdf', size: 5, type: '', copyOf: null, attachmentId: '12' };
  for (const typed of [
    { text: 'Typed' },
    { files: [file] },
    { recipients },
    { typedRecipient: { role: 'cc', text: 'ame' } },
  ]) {
    const { idempotencyKey, sendAfter, mentions } = mergeTyped(sent, parse(typed));
    assert.deepEqual([idempotencyKey, sendAfter, mentions], [null, null, null], JSON.stringify(typed));
  }
  assert.deepEqual(mergeTyped(sent, parse({ recipients })).recipients, recipients);
});

it('mergeTyped adds each placeholder of the typed text once', () => {
  const parse = (text: string, placeholders: string[]) => parseMessageDraft({ text, placeholders }) as ComposerDraft;
  const merged = mergeTyped(parse('Hi {name}', ['{name}']), parse('{date} {name}', ['{date}', '{name}']));
  assert.deepEqual(merged.placeholders, ['{name}', '{date}']);
});
