import { type Content, type Element, isElement, type Root, textOf } from './tree.ts';

/** A quotation at the end that is shorter stays in sight. */
const fewCharacters = 240;

/** How mail programs begin what was there before: "On Monday Mara wrote:", "-----Original Message-----". */
const attribution = /:\s*$/;
const original = /^\s*-{3,}.{0,40}-{3,}\s*$/m;
const longestAttribution = 300;

/**
 * Folds what an e-mail repeats of those before it, at its end, behind a summary. A message that is nothing else stays as
 * it is. A step of rehype.
 */
export const foldQuotedTail = () => (root: Root) => {
  const start = startOfTail(root.children);
  const tail = root.children.slice(start);
  const own = root.children.slice(0, start);
  if (!own.some(isElement) || lengthOf(tail) < fewCharacters) return;
  const summary: Element = {
    type: 'element',
    tagName: 'summary',
    properties: {},
    children: [{ type: 'text', value: 'Show quoted text' }],
  };
  root.children = [...own, { type: 'element', tagName: 'details', properties: {}, children: [summary, ...tail] }];
};

function startOfTail(children: readonly Content[]): number {
  const marked = children.findIndex(child => isElement(child) && child.tagName === 'p' && original.test(textOf(child)));
  if (marked >= 0) return marked;
  let start = children.length;
  while (start > 0 && isPartOfTail(children[start - 1])) start--;
  // Back to the quotation itself: blank text before it is nobody's.
  while (start < children.length && !isElement(children[start])) start++;
  const before = children.findLastIndex((child, index) => index < start && isElement(child));
  const intro = children[before];
  const introduces = isElement(intro) && intro.tagName === 'p' && isAttribution(textOf(intro));
  return start < children.length && introduces ? before : start;
}

const isPartOfTail = (child: Content | undefined): boolean => !isElement(child) || child.tagName === 'blockquote';

/** Names a moment or an address, and ends in a colon. */
const isAttribution = (text: string): boolean =>
  text.length <= longestAttribution && attribution.test(text) && /[@\d]|wrote/.test(text);

const lengthOf = (nodes: readonly Content[]): number => nodes.reduce((length, node) => length + textOf(node).length, 0);
