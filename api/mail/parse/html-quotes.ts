import type { Element, Root } from 'hast';
import { type HtmlNode, isElement } from './html-tree.ts';

/** An element with its ancestors. */
type Position = { node: Root | Element; parent: Position | null };

const quoteClasses = ['gmail_quote', 'gmail_quote_container', 'moz-cite-prefix', 'yahoo_quoted', 'protonmail_quote'];

/** The ids of elements that Outlook puts above an earlier mail. Only the earlier mail follows them. */
const separatorIds = ['divRplyFwdMsg', 'appendonsend'];

const hasClass = ({ properties }: Element, names: readonly string[]): boolean =>
  Array.isArray(properties['className']) && properties['className'].some(name => names.includes(String(name)));

const isSeparator = ({ properties }: Element): boolean => separatorIds.includes(String(properties['id'] ?? ''));

const isCitation = ({ tagName, properties }: Element): boolean =>
  tagName === 'blockquote' && String(properties['type'] ?? '').toLowerCase() === 'cite';

const isQuote = (node: Element): boolean => isSeparator(node) || isCitation(node) || hasClass(node, quoteClasses);

/** Detects elements that contain only an earlier mail and no reply. */
const isEarlierMail = (node: Element): boolean => node.tagName === 'blockquote' || hasClass(node, ['yahoo_quoted']);

/** Finds the first quote of an earlier mail. Null without a quote, or if a reply stands between or after quotes. */
export const findQuote = (root: Root): Position | null => {
  let quote: Position | null = null;
  let hasEarlierMail = false;
  const stack: { node: HtmlNode; parent: Position; isEarlier: boolean }[] = [];
  const push = (parent: Position, isEarlier: boolean) => {
    for (const node of parent.node.children.toReversed()) stack.push({ node, parent, isEarlier });
  };
  push({ node: root, parent: null }, false);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, parent, isEarlier } = next;
    if (isElement(node)) {
      const position = { node, parent };
      if (isQuote(node)) quote ??= position;
      if (isSeparator(node)) return quote;
      push(position, isEarlier || (quote !== null && isEarlierMail(node)));
    } else if (node.type === 'text' && node.value.trim() !== '') {
      if (isEarlier) hasEarlierMail = true;
      else if (hasEarlierMail) return null;
    }
  }
  return quote;
};

/** Splits a tree in two before an element. Both halves contain copies of the element's ancestors. */
export const splitBefore = (root: Root, position: Position): { before: Root; after: Root } => {
  let before: HtmlNode[] = [];
  let after: HtmlNode[] = [position.node as Element];
  for (let { node, parent } = position; parent !== null; { node, parent } = parent) {
    const siblings: HtmlNode[] = parent.node.children;
    const index = siblings.indexOf(node as Element);
    before = [...siblings.slice(0, index), ...before];
    after = [...after, ...siblings.slice(index + 1)];
    if (parent.node.type === 'element') {
      before = [{ ...parent.node, children: before as Element['children'] }];
      after = [{ ...parent.node, children: after as Element['children'] }];
    }
  }
  return {
    before: { ...root, children: before as Root['children'] },
    after: { ...root, children: after as Root['children'] },
  };
};
