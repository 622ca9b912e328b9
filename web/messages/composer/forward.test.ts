import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createForwardDraft } from './forward.ts';

it('createForwardDraft quotes the message below the text written so far, without recipients', () => {
  const message = { author_name: 'Amélie', created_at: '2026-11-23T09:14:00', body: 'Hello,\n\n> earlier\n' };
  assert.deepEqual(createForwardDraft({ text: 'Please see below.\n', placeholders: ['{name}'] }, message), {
    text: 'Please see below.\n\nOn Monday, 23 November 2026 at 09:14:00, Amélie wrote:\n\n> Hello,\n>\n> > earlier\n',
    placeholders: ['{name}'],
    recipients: { to: [], cc: [], bcc: [] },
  });
});
