import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addFile, changeDescription, changeFile, type GistContent, noChanges } from './edit-draft.ts';
import type { LocalGistDraft } from './gist-draft.ts';
import { mergeDraft } from './merge-draft.ts';
import { rebaseOnSaved } from './saved-draft.ts';

const gist = (files: Record<string, string>, description = 'Refunds'): GistContent => ({
  description,
  public: true,
  files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, { content }])),
});

const stored = gist({ 'a.md': 'one', 'b.md': 'two' });
const edit = (draft: LocalGistDraft, key: string, change: Parameters<typeof changeFile>[3]) =>
  changeFile(draft, stored, key, change);
const addedFile = edit(addFile(noChanges, '1'), 'added 1', { content: 'new' });

/** The draft, an edit during its save, the saved gist, and the patch that remains. */
const cases: Record<string, [LocalGistDraft, (saved: LocalGistDraft) => LocalGistDraft, GistContent, object | null]> = {
  'an unchanged draft': [
    edit(noChanges, 'stored a.md', { content: 'uno' }),
    saved => saved,
    gist({ 'a.md': 'uno' }),
    null,
  ],
  'more text': [
    edit(noChanges, 'stored a.md', { content: 'uno' }),
    saved => edit(saved, 'stored a.md', { content: 'uno, dos' }),
    gist({ 'a.md': 'uno', 'b.md': 'two' }),
    { files: { 'a.md': { content: 'uno, dos' } } },
  ],
  'an edit of another file': [
    edit(noChanges, 'stored a.md', { content: 'uno' }),
    saved => edit(saved, 'stored b.md', { content: 'dos' }),
    gist({ 'a.md': 'uno', 'b.md': 'two' }),
    { files: { 'b.md': { content: 'dos' } } },
  ],
  'more text of a file that swapped names with another file': [
    edit(edit(noChanges, 'stored a.md', { name: 'b.md' }), 'stored b.md', { name: 'a.md' }),
    saved => edit(saved, 'stored a.md', { content: 'uno' }),
    gist({ 'a.md': 'two', 'b.md': 'one' }),
    { files: { 'b.md': { content: 'uno' } } },
  ],
  'more text of an unnamed new file': [
    addedFile,
    saved => edit(saved, 'added 1', { content: 'newer' }),
    gist({ 'a.md': 'one', 'b.md': 'two', 'reply.md': 'new' }),
    { files: { 'reply.md': { content: 'newer' } } },
  ],
  'a deletion of a new file': [
    addedFile,
    saved => edit(saved, 'added 1', { deleted: true }),
    gist({ 'a.md': 'one', 'b.md': 'two', 'reply.md': 'new' }),
    { files: { 'reply.md': null } },
  ],
  'a restored file': [
    edit(noChanges, 'stored a.md', { deleted: true }),
    saved => edit(saved, 'stored a.md', { deleted: false, content: 'uno' }),
    gist({ 'b.md': 'two' }),
    { files: { 'a.md': { content: 'uno' } } },
  ],
  'a longer description': [
    changeDescription(noChanges, stored, 'VAT'),
    saved => changeDescription(saved, stored, 'VAT number'),
    gist({ 'a.md': 'one', 'b.md': 'two' }, 'VAT'),
    { description: 'VAT number' },
  ],
};

describe('rebaseOnSaved', () => {
  for (const [title, [draft, editSaved, savedGist, patch]] of Object.entries(cases)) {
    it(`returns ${patch ? `${title}, without a conflict` : `null for ${title}`}`, () => {
      const remaining = rebaseOnSaved(editSaved(draft), { draft, stored });
      const merged = remaining && mergeDraft(remaining, savedGist);
      assert.deepEqual(merged, patch && { patch, conflicts: [] });
    });
  }
});
