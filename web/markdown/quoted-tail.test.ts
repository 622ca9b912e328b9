import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Content, getTextContent, type Root } from './hast.ts';
import { collapseQuotedTail } from './quoted-tail.ts';

const element = (tagName: string, text: string): Content => ({
  type: 'element',
  tagName,
  properties: {},
  children: [{ type: 'text', value: text }],
});
const blank: Content = { type: 'text', value: '\n' };
const p = (text: string) => element('p', text);
const quote = (length = 500) => element('blockquote', 'x'.repeat(length));

const fold = (...children: Content[]): string[] => {
  const root: Root = { type: 'root', children };
  collapseQuotedTail()(root);
  return root.children.flatMap(child =>
    child.type !== 'element'
      ? []
      : child.tagName === 'details'
        ? child.children.map(each => `folded ${getName(each)}`)
        : [getName(child)],
  );
};
const getName = (node: Content): string =>
  node.type === 'element' ? `${node.tagName} ${getTextContent(node).slice(0, 20)}` : 'blank';

const summary = 'folded summary Show trimmed text';
const folded = `folded blockquote ${'x'.repeat(20)}`;

describe('a quotation in a message', () => {
  it('is collapsed at the end, with its attribution line', () => {
    const result = fold(p('Thanks!'), blank, p('On Monday at 9:02 Mara wrote:'), blank, quote(), blank);
    assert.deepEqual(result, [
      'p Thanks!',
      summary,
      'folded p On Monday at 9:02 Ma',
      'folded blank',
      folded,
      'folded blank',
    ]);
  });

  it('does not include other lines that end with a colon', () => {
    assert.deepEqual(fold(p('We see this:'), quote()), ['p We see this:', summary, folded]);
  });

  it('includes everything after an original-message marker', () => {
    const result = fold(p('Thanks!'), p('-----Original Message-----'), p('x'.repeat(400)));
    assert.deepEqual(result, ['p Thanks!', summary, 'folded p -----Original Messag', `folded p ${'x'.repeat(20)}`]);
  });

  it('does not include other lines between hyphens, or text above the marker', () => {
    for (const start of ['--- Steps to reproduce ---', 'Yes, please.\n-----Original Message-----']) {
      const report = p(`${start}\n${'x'.repeat(400)}`);
      assert.deepEqual(fold(p('Hello,'), report), ['p Hello,', getName(report)], start);
    }
  });

  it('stays visible if it is short, in the middle, or the whole message', () => {
    const quotation = `blockquote ${'x'.repeat(20)}`;
    assert.deepEqual(fold(p('Yes.'), quote(100)), ['p Yes.', quotation]);
    assert.deepEqual(fold(p('You asked'), quote(), p('Yes.')), ['p You asked', quotation, 'p Yes.']);
    assert.deepEqual(fold(quote()), [quotation]);
    assert.deepEqual(fold(p('On 3 May Mara wrote:'), quote()), ['p On 3 May Mara wrote:', quotation]);
    assert.deepEqual(fold(), []);
  });
});
