import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitFoldedLines } from './split-folded-lines.ts';

const text = 'Thank you.\n\nOn Monday, Mara wrote:\n> Hello\n> Amélie';

describe('splitFoldedLines', () => {
  const cases: [title: string, count: number, own: string, folded: string][] = [
    ['folds the lines at the end', 3, 'Thank you.', 'On Monday, Mara wrote:\n> Hello\n> Amélie'],
    ['folds nothing for a count of 0', 0, text, ''],
    ['folds nothing in a message that is only a quotation', 5, text, ''],
    ['folds nothing in a message with fewer lines than the count', 9, text, ''],
  ];
  for (const [title, count, own, folded] of cases) {
    it(title, () => assert.deepEqual(splitFoldedLines(text, count), { own, folded }));
  }
});
