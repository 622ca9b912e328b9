import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Written } from './edit-draft.ts';
import { mergeDraft } from './merge-draft.ts';
import { undoDraft } from './undo-draft.ts';

const gist = (files: Record<string, string>, description = 'Refunds'): Written => ({
  description,
  public: true,
  files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, { content }])),
});

const before = gist({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' });
const saved = gist({ 'a.md': 'uno', 'd.md': 'two', 'c.md': 'three', 'e.md': 'new' }, 'Refunds, EU');
const undo = undoDraft(before, saved);

describe('what undoes the saving of a gist', () => {
  it('puts back what was written, renamed, deleted and added, and nothing else', () => {
    assert.deepEqual(mergeDraft(undo, saved), {
      patch: {
        description: 'Refunds',
        files: { 'a.md': { content: 'one' }, 'b.md': { content: 'two' }, 'd.md': null, 'e.md': null },
      },
      clashes: [],
    });
  });

  it('leaves what somebody has written elsewhere since', () => {
    const since = gist({ 'a.md': 'uno', 'd.md': 'two', 'c.md': 'drei', 'e.md': 'new', 'f.md': 'more' }, 'Refunds, EU');
    const { patch, clashes } = mergeDraft(undo, since);
    assert.deepEqual([Object.keys(patch.files ?? {}).toSorted(), clashes], [['a.md', 'b.md', 'd.md', 'e.md'], []]);
  });

  it('clashes with what somebody has written in the same since', () => {
    const since = gist({ 'a.md': 'eins', 'd.md': 'two', 'c.md': 'three', 'e.md': 'newer' }, 'Refunds, US');
    const { clashes } = mergeDraft(undo, since);
    assert.deepEqual(clashes.map(({ what }) => what).toSorted(), ['The description', 'a.md', 'e.md']);
  });
});
