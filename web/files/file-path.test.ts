import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getDownloadPath, getFilePath } from './file-path.ts';

describe('the path of a file', () => {
  const names: [name: string, segment: string][] = [
    ['photo of the label.png', 'photo%20of%20the%20label.png'],
    ['100 %?#.pdf', '100%20%25%3F%23.pdf'],
    ['..', 'file'],
    ['a\ud800.png', 'a%EF%BF%BD.png'],
  ];
  for (const [name, segment] of names)
    it(`has an encoded segment for ${JSON.stringify(name)}`, () => {
      const path = getFilePath({ id: '12', name });
      assert.equal(path, `/files/attachments/12/${segment}`);
      assert.equal(new URL(path, 'http://desk.example').pathname, path);
    });

  it('has a variant that downloads the file', () =>
    assert.equal(getDownloadPath({ id: '12', name: 'a.png' }), '/files/attachments/12/a.png?download=true'));
});
