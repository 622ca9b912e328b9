import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findInlinePictures } from './find-inline-pictures.ts';

describe('findInlinePictures', () => {
  const texts: [title: string, text: string, ids: string[]][] = [
    ['finds pictures', '![a](attachment:12) and ![](attachment:13)', ['12', '13']],
    ['finds a picture in a link', '[![logo](attachment:12)](https://atelier.example)', ['12']],
    ['ignores links', '[a](attachment:12) ![b](https://atelier.example/b.png)', []],
    ['ignores code', 'Write `![a](attachment:12)`\n\n```\n![b](attachment:13)\n```\n', []],
    ['finds a picture whose address is defined below', '![a][1]\n\n[1]: attachment:12', ['12']],
    ['ignores indented code', 'Write:\n\n    ![a](attachment:12)\n', []],
    ['ignores escaped and incomplete references', '\\![a](attachment:12) ![b](attachment:13', []],
    ['ignores raw HTML', '<!-- ![a](attachment:12) --> <img src="attachment:13">', []],
    ['finds nothing in a text that is shown as plain text', `![a](attachment:12)${'>'.repeat(65_000)}`, []],
  ];
  for (const [title, text, ids] of texts) it(title, () => assert.deepEqual([...findInlinePictures(text)], ids));
});
