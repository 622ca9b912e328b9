import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getDroppedFiles, getPastedFiles } from './pasted-files.ts';

it('getPastedFiles omits the picture that a spreadsheet adds to copied text', () => {
  const files = [new File(['x'], 'image.png', { type: 'image/png' })];
  const paste = (...types: string[]) => getPastedFiles({ files, types } as unknown as DataTransfer);
  assert.deepEqual(paste('text/plain', 'text/html', 'text/rtf', 'Files'), []);
  // A picture copied from a web page, and a file copied from a file manager.
  for (const types of [['text/html', 'Files'], ['text/plain', 'Files'], ['Files']])
    assert.deepEqual(paste(...types), files);
});

it('getDroppedFiles omits folders, and reports them', () => {
  const note = new File(['x'], 'note.txt');
  const item = (file: File, isDirectory: boolean) => ({
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory }),
  });
  const drop = (...items: object[]) => getDroppedFiles({ items } as unknown as DataTransfer);
  assert.deepEqual(drop(item(note, false)), { files: [note], hasFolders: false });
  const folder = item(new File([], 'photos'), true);
  assert.deepEqual(drop(folder, item(note, false)), { files: [note], hasFolders: true });
});
