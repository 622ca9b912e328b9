import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { MessageFile } from '#contract';
import { noFiles } from '../../files/draft-file.ts';
import { createForwardDraft } from './forward.ts';

const message = { author_name: 'Amélie', created_at: '2026-11-23T09:14:00', body: 'Hello,\n\n> earlier\n' };

it('createForwardDraft quotes the message below the text written so far, without recipients', () => {
  const draft = { text: 'Please see below.\n', files: noFiles, placeholders: ['{name}'] };
  assert.deepEqual(createForwardDraft(draft, { ...message, attachments: [] }), {
    text: 'Please see below.\n\nOn Monday, 23 November 2026 at 09:14:00, Amélie wrote:\n\n> Hello,\n>\n> > earlier\n',
    files: [],
    placeholders: ['{name}'],
    recipients: { to: [], cc: [], bcc: [] },
  });
});

it('createForwardDraft copies the files and the pictures in the text', () => {
  const file = { id: '12', name: 'label.png', size: 5, type: 'image/png' } as MessageFile;
  const body = 'See ![label](attachment:12) ![other](attachment:13)';
  const draft = createForwardDraft(
    { text: '', files: noFiles, placeholders: [] },
    { ...message, body, attachments: [file] },
  );
  const [copy, ...others] = draft.files;
  assert.deepEqual(
    { ...copy, key: '' },
    { key: '', name: 'label.png', size: 5, type: 'image/png', copyOf: '12', attachmentId: null },
  );
  assert.deepEqual(others, []);
  const address = `attachment:new-${copy?.key.slice(0, 8)}`;
  assert.ok(draft.text.endsWith(`> See ![label](${address}) ![other](attachment:13)\n`), draft.text);
});
