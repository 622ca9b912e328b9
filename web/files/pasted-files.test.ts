import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getPastedFiles } from './pasted-files.ts';

it('getPastedFiles leaves out the picture that a spreadsheet adds to copied text', () => {
  const files = [new File(['x'], 'image.png', { type: 'image/png' })];
  const paste = (...types: string[]) => getPastedFiles({ files, types } as unknown as DataTransfer);
  assert.deepEqual(paste('text/plain', 'text/html', 'text/rtf', 'Files'), []);
  // A picture of a web page, and a file of a file manager.
  for (const types of [['text/html', 'Files'], ['text/plain', 'Files'], ['Files']])
    assert.deepEqual(paste(...types), files);
});
