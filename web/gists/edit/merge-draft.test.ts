import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addFile,
  changeDescription,
  changeFile,
  emptyGist,
  findDuplicateNames,
  type GistContent,
  getFinalNames,
  getFormFiles,
  isUnchanged,
  noChanges,
} from './edit-draft.ts';
import type { LocalGistDraft } from './gist-draft.ts';
import { type GistPatch, mergeDraft, resolveGistConflict } from './merge-draft.ts';

const gist = (files: Record<string, string>, description = 'Refunds'): GistContent => ({
  description,
  public: true,
  files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, { content }])),
});

const base = gist({ 'a.md': 'one', 'b.md': 'two' });
const edit = (draft: LocalGistDraft, name: string, change: Parameters<typeof changeFile>[3]) =>
  changeFile(draft, base, `stored ${name}`, change);

const apply = (patch: GistPatch, stored: GistContent): Record<string, string> => {
  const files = Object.entries({ ...stored.files, ...patch.files });
  return Object.fromEntries(files.flatMap(([name, file]) => (file ? [[name, file.content]] : [])));
};

describe('a draft of a gist', () => {
  it('contains the changes, and is empty after they are reverted', () => {
    const changed = edit(noChanges, 'a.md', { content: 'uno' });
    assert.equal(changed.files.length, 1);
    assert.ok(isUnchanged(edit(changed, 'a.md', { content: 'one' })));
    assert.ok(isUnchanged(changeDescription(changeDescription(noChanges, base, 'x'), base, 'Refunds')));
  });

  it('becomes a patch of renamed, deleted and added files', () => {
    let draft = edit(noChanges, 'a.md', { name: 'c.md' });
    draft = edit(draft, 'b.md', { deleted: true });
    draft = changeFile(addFile(draft, '1'), base, 'added 1', { name: 'd.md', content: 'new' });
    assert.deepEqual(mergeDraft(draft, base), {
      patch: { files: { 'a.md': null, 'b.md': null, 'c.md': { content: 'one' }, 'd.md': { content: 'new' } } },
      conflicts: [],
    });
  });

  it('allows two files to swap names', () => {
    const draft = edit(edit(noChanges, 'a.md', { name: 'b.md' }), 'b.md', { name: 'a.md' });
    assert.deepEqual(apply(mergeDraft(draft, base).patch, base), { 'a.md': 'two', 'b.md': 'one' });
  });

  it('gives an unnamed file a free name, and finds duplicate names', () => {
    const draft = changeFile(addFile(addFile(noChanges, '1'), '2'), emptyGist, 'added 2', {
      name: 'reply.md',
      content: 'x',
    });
    assert.deepEqual([...getFinalNames(getFormFiles(emptyGist, draft)).values()], ['reply-2.md', 'reply.md']);
    const twice = edit(noChanges, 'a.md', { name: 'b.md' });
    assert.deepEqual([...findDuplicateNames(getFormFiles(base, twice))], ['b.md']);
  });

  it('supports file names that are properties of every object, such as __proto__', () => {
    const stored: GistContent = { ...emptyGist, files: JSON.parse('{"__proto__": {"content": "x"}}') };
    const draft = changeFile(noChanges, stored, 'stored __proto__', { content: 'y' });
    assert.equal(JSON.stringify(mergeDraft(draft, stored).patch), '{"files":{"__proto__":{"content":"y"}}}');
    const added = changeFile(addFile(noChanges, '1'), emptyGist, 'added 1', { name: 'toString', content: 'y' });
    assert.deepEqual(mergeDraft(added, emptyGist).patch.files?.['toString'], { content: 'y' });
  });
});

describe('a draft merged with a colleague’s changes', () => {
  const stored = gist({ 'a.md': 'one', 'b.md': 'zwei', 'z.md': 'more' }, 'Refunds, all of them');

  it('sends only the person’s changes and preserves the colleague’s changes', () => {
    const { patch, conflicts } = mergeDraft(edit(noChanges, 'a.md', { content: 'uno' }), stored);
    assert.deepEqual([patch, conflicts], [{ files: { 'a.md': { content: 'uno' } } }, []]);
  });

  it('renames a file that the colleague edited', () => {
    const { patch } = mergeDraft(edit(noChanges, 'b.md', { name: 'c.md' }), stored);
    assert.deepEqual(patch, { files: { 'b.md': null, 'c.md': { content: 'zwei' } } });
  });

  it('conflicts if both sides changed a file, and applies the chosen side', () => {
    const draft = edit(noChanges, 'b.md', { content: 'dos' });
    const { patch, conflicts } = mergeDraft(draft, stored);
    assert.deepEqual([patch, conflicts], [{}, [{ label: 'b.md', key: 'stored b.md', own: 'dos', stored: 'zwei' }]]);
    const rebased = mergeDraft(resolveGistConflict(draft, stored, 'stored b.md', 'own'), stored);
    assert.deepEqual(rebased, { patch: { files: { 'b.md': { content: 'dos' } } }, conflicts: [] });
    assert.ok(isUnchanged(resolveGistConflict(draft, stored, 'stored b.md', 'stored')));
  });

  it('conflicts if one side deleted a file that the other side changed', () => {
    const deleted = edit(noChanges, 'b.md', { deleted: true });
    assert.deepEqual(mergeDraft(deleted, stored).conflicts, [
      { label: 'b.md', key: 'stored b.md', own: null, stored: 'zwei' },
    ]);
    const draft = edit(noChanges, 'b.md', { content: 'dos' });
    const without = gist({ 'a.md': 'one' });
    assert.deepEqual(mergeDraft(draft, without).conflicts[0]?.stored, null);
    const resolved = mergeDraft(resolveGistConflict(draft, without, 'stored b.md', 'own'), without);
    assert.deepEqual(resolved, { patch: { files: { 'b.md': { content: 'dos' } } }, conflicts: [] });
  });

  it('conflicts on the description too, and changes nothing if both sides wrote the same text', () => {
    const draft = changeDescription(noChanges, base, 'Returns');
    assert.equal(mergeDraft(draft, stored).conflicts[0]?.label, 'The description');
    const same = edit(noChanges, 'b.md', { content: 'zwei' });
    assert.deepEqual(mergeDraft(same, stored), { patch: {}, conflicts: [] });
  });
});

describe('the patch of a draft', () => {
  const names = fc.constantFrom('a.md', 'b.md', 'c.md', 'd.md', '__proto__');
  const change = fc.record(
    { name: names, content: fc.constantFrom('1', '2'), deleted: fc.boolean() },
    { requiredKeys: [] },
  );
  const edits = fc.array(fc.tuple(fc.constantFrom('stored a.md', 'stored b.md', 'added 1'), change), { maxLength: 5 });

  it('turns the stored gist into exactly the files that the form shows', () => {
    fc.assert(
      fc.property(edits, list => {
        const draft = list.reduce((all, [key, each]) => changeFile(all, base, key, each), addFile(noChanges, '1'));
        const files = getFormFiles(base, draft);
        fc.pre(findDuplicateNames(files).size === 0);
        const shown = files.flatMap(file => (file.deleted ? [] : [[getFinalNames(files).get(file.key), file.content]]));
        const { patch, conflicts } = mergeDraft(draft, base);
        assert.deepEqual(conflicts, []);
        assert.deepEqual(Object.entries(apply(patch, base)).toSorted(), shown.toSorted());
      }),
    );
  });
});
