import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type DraftFile,
  formatPicture,
  mergeFiles,
  parseDraftFiles,
  removePicture,
  resolvePictures,
} from './draft-file.ts';

const file = (change: Partial<DraftFile> = {}): DraftFile => ({
  key: '1a2b3c4d-0000',
  name: 'Label [1].png',
  size: 5,
  type: 'image/png',
  copyOf: null,
  attachmentId: null,
  ...change,
});

describe('parseDraftFiles', () => {
  it('parses stored files', () => {
    const files = [file(), file({ key: 'b', attachmentId: '12' }), file({ key: 'c', copyOf: '7' })];
    assert.deepEqual(parseDraftFiles(JSON.parse(JSON.stringify(files))), files);
  });

  it('drops invalid files', () => {
    assert.deepEqual(parseDraftFiles([{ name: 'a', size: 1 }, null, file()]), [file()]);
    assert.deepEqual(parseDraftFiles(undefined), []);
    fc.assert(fc.property(fc.jsonValue(), stored => assert.doesNotThrow(() => parseDraftFiles(stored))));
  });
});

describe('a picture in the text of a draft', () => {
  const text = `See ${formatPicture(file())}.`;

  it('has an address with the start of the file’s key', () =>
    assert.equal(text, 'See ![Label 1 .png](attachment:new-1a2b3c4d).'));

  it('gets the id of the uploaded file', () =>
    assert.equal(resolvePictures(text, [file({ attachmentId: '12' })]), 'See ![Label 1 .png](attachment:12).'));

  it('is replaced by its name if its file is missing or not uploaded', () => {
    for (const files of [[], [file()], [file({ key: 'another', attachmentId: '12' })]])
      assert.equal(resolvePictures(text, files), 'See Label 1 .png.');
  });

  it('is distinguished from uploaded pictures, links and malformed addresses', () => {
    const others = '![a](attachment:12) [b](attachment:new-1a2b3c4d) ![c](attachment:new-1)';
    assert.equal(resolvePictures(others, []), others);
  });

  it('is removed with its file', () => {
    assert.equal(removePicture(text, file()), 'See .');
    assert.equal(removePicture(text, file({ key: '5e6f7a8b' })), text);
  });
});

it('mergeFiles returns each file once', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(key => file({ key }));
  assert.ok(a && b && c);
  assert.deepEqual(mergeFiles([a, b], [b, c]), [a, b, c]);
});
