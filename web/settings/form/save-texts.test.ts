import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../../api-client/errors.ts';
import type { FieldTexts, SettingsField } from './fields.ts';
import { addNewFields, type Merge, mergeTexts, revertEdit, saveTexts } from './save-texts.ts';

const fields: SettingsField[] = [
  { name: 'a', label: 'A', kind: 'line' },
  { name: 'b', label: 'B', kind: 'line' },
];
const original = { version: 1, texts: { a: 'a', b: 'b' } };
const conflict = { code: 41200, message: 'Conflict', description: null, errors: [], differences: [], requestId: null };

/** Stores settings like the API. `others` are the changes of other people before each request. */
function createStore(others: readonly FieldTexts[], status = 412) {
  let stored = original;
  const sent: object[] = [];
  const merges: Merge[] = [];
  const change = (texts: FieldTexts) => {
    stored = { version: stored.version + 1, texts: { ...stored.texts, ...texts } };
    return stored;
  };
  return {
    ...{ fields, sent, merges, change },
    onMerge: (merge: Merge) => void merges.push(merge),
    save: async (texts: object, version: number) => {
      const other = others[sent.push(texts) - 1];
      if (other) change(other);
      if (version !== stored.version || status !== 412) throw new ApiError({ ...conflict, status });
      return change({ ...texts });
    },
    reload: async () => stored,
  };
}

describe('a settings form', () => {
  const edit = { base: original, texts: { a: 'x', b: 'b' } };

  for (const [title, others, sent, texts, undone] of [
    ['saves the changed fields', [], 1, { a: 'x', b: 'b' }, { a: 'a', b: 'b' }],
    ['merges two changes by other people', [{ b: 'y' }, { b: 'z' }], 3, { a: 'x', b: 'z' }, { a: 'a', b: 'z' }],
    [
      'does not repeat a change that is stored already',
      [{ a: 'x', b: 'y' }],
      1,
      { a: 'x', b: 'y' },
      { a: 'a', b: 'y' },
    ],
  ] as const)
    it(`${title}, and restores the old text on undo`, async () => {
      const store = createStore(others);
      const saved = await saveTexts(edit, store);
      assert.deepEqual(store.sent, Array(sent).fill({ a: 'x' }));
      assert.deepEqual([saved.stored.texts, revertEdit(saved).texts], [texts, undone]);
    });

  it('does not repeat a change whose value is stored as a different text', async () => {
    const store = createStore([{ a: 'x' }]);
    await saveTexts({ ...edit, texts: { a: ' x ', b: 'b' } }, store);
    assert.equal(store.sent.length, 1);
  });

  it('does not replace a field that others changed to a different value', async () => {
    const store = createStore([{ a: 'theirs' }]);
    await assert.rejects(saveTexts(edit, store), { status: 412 });
    assert.deepEqual(store.merges, [
      {
        ...{ sent: edit, conflicts: { a: 'theirs' } },
        merged: { base: { version: 2, texts: { a: 'theirs', b: 'b' } }, texts: edit.texts },
      },
    ]);
  });

  it('does not retry after a conflict if the stored settings are unchanged', async () => {
    const store = createStore([], 409);
    await assert.rejects(saveTexts(edit, store), { status: 409 });
    assert.equal(store.sent.length, 1);
  });

  it('undoes a change after others changed another field', async () => {
    const store = createStore([]);
    const saved = await saveTexts(edit, store);
    store.change({ b: 'y' });
    const undone = await saveTexts(revertEdit(saved), store);
    assert.deepEqual(undone.stored.texts, { a: 'a', b: 'y' });
  });

  it('shows the stored value of a field that a draft from before an upgrade lacks', () => {
    const draftBase = { version: 1, texts: { a: 'a' } };
    assert.deepEqual(addNewFields(draftBase, { version: 2, texts: { a: 'y', b: 'true' } }), {
      version: 1,
      texts: { a: 'a', b: 'true' },
    });
  });

  it('preserves text that was typed while a save was pending', () => {
    const typed = { a: 'x and more', b: 'b' };
    assert.deepEqual(mergeTexts(edit.texts, typed, { a: 'x', b: 'y' }), { a: 'x and more', b: 'y' });
    assert.deepEqual(mergeTexts(edit.texts, original.texts, { a: 'x', b: 'y' }), { a: 'a', b: 'y' }, 'the old text');
  });
});
