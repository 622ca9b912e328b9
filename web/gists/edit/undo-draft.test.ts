import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GistContent } from './edit-draft.ts';
import { mergeDraft } from './merge-draft.ts';
import { createUndoDraft } from './undo-draft.ts';

const gist = (files: Record<string, string>, description = 'Refunds'): GistContent => ({
  description,
  public: true,
  files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, { content }])),
});

const before = gist({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' });
const saved = gist({ 'a.md': 'uno', 'd.md': 'two', 'c.md': 'three', 'e.md': 'new' }, 'Refunds, EU');
const undo = createUndoDraft(before, saved);

describe('undoing a save of a gist', () => {
  it('reverts the description and changed, renamed and added files, and nothing else', () => {
    assert.deepEqual(mergeDraft(undo, saved), {
      patch: {
        description: 'Refunds',
        files: { 'a.md': { content: 'one' }, 'b.md': { content: 'two' }, 'd.md': null, 'e.md': null },
      },
      conflicts: [],
    });
  });

  it('preserves later changes to other files', () => {
    const since = gist({ 'a.md': 'uno', 'd.md': 'two', 'c.md': 'drei', 'e.md': 'new', 'f.md': 'more' }, 'Refunds, EU');
    const { patch, conflicts } = mergeDraft(undo, since);
    assert.deepEqual([Object.keys(patch.files ?? {}).toSorted(), conflicts], [['a.md', 'b.md', 'd.md', 'e.md'], []]);
  });

  it('conflicts with later changes to the same files', () => {
    const since = gist({ 'a.md': 'eins', 'd.md': 'two', 'c.md': 'three', 'e.md': 'newer' }, 'Refunds, US');
    const { conflicts } = mergeDraft(undo, since);
    assert.deepEqual(conflicts.map(({ label }) => label).toSorted(), ['The description', 'a.md', 'e.md']);
  });
});
