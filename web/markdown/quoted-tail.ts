import { originalMessagePattern } from '#contract/original-message';
import { type Content, type Element, getTextContent, isElement, type Root } from './hast.ts';

/** Shorter quotations stay visible. */
const minCharacters = 240;

/** The end of a line that introduces a quotation: "On Monday Mara wrote:". */
const attribution = /:\s*$/;
const maxAttributionLength = 300;

/**
 * Rehype plugin that collapses the quotation at the end of an email. A message that is only a quotation stays
 * unchanged.
 */
export const collapseQuotedTail = () => (root: Root) => {
  const start = findTailStart(root.children);
  const tail = root.children.slice(start);
  const own = root.children.slice(0, start);
  if (!own.some(isElement) || getLength(tail) < minCharacters) return;
  const summary: Element = {
    type: 'element',
    tagName: 'summary',
    properties: {},
    children: [{ type: 'text', value: 'Show trimmed text' }],
  };
  root.children = [...own, { type: 'element', tagName: 'details', properties: {}, children: [summary, ...tail] }];
};

function findTailStart(children: readonly Content[]): number {
  const marked = children.findIndex(isOriginalMessage);
  if (marked >= 0) return marked;
  let start = children.length;
  while (start > 0 && isPartOfTail(children[start - 1])) start--;
  // Skips blank text before the quotation.
  while (start < children.length && !isElement(children[start])) start++;
  const before = children.findLastIndex((child, index) => index < start && isElement(child));
  const intro = children[before];
  const introduces = isElement(intro) && intro.tagName === 'p' && isAttribution(getTextContent(intro));
  return start < children.length && introduces ? before : start;
}

/** Returns whether a paragraph starts with the line “-----Original Message-----”. */
const isOriginalMessage = (child: Content): boolean =>
  isElement(child) && child.tagName === 'p' && originalMessagePattern.test(getFirstLine(getTextContent(child)));

const getFirstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trimEnd() ?? '';

const isPartOfTail = (child: Content | undefined): boolean => !isElement(child) || child.tagName === 'blockquote';

/** Returns whether text looks like “On 3 May Mara wrote:”. It has a digit, an @ or “wrote”, and a final colon. */
const isAttribution = (text: string): boolean =>
  text.length <= maxAttributionLength && attribution.test(text) && /[@\d]|wrote/.test(text);

const getLength = (nodes: readonly Content[]): number =>
  nodes.reduce((length, node) => length + getTextContent(node).length, 0);
