import type { Element, Root } from 'hast';
import { findPicture, type Pictures } from './pictures.ts';

export type HtmlNode = Root['children'][number] | Element['children'][number];

export const isElement = (node: HtmlNode | undefined): node is Element => node?.type === 'element';

/** Elements that are never shown, or are not text. */
const removedElements = new Set([
  'script',
  'style',
  'head',
  'title',
  'meta',
  'link',
  'iframe',
  'object',
  'svg',
  'template',
]);

/** The elements of tables, which most mails use for their layout. */
const tableParts = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'caption', 'colgroup']);

/** Detects hidden elements. A picture narrower than 3 pixels is a tracking pixel or a spacer. */
const isInvisible = ({ tagName, properties: { width, style } }: Element): boolean =>
  (tagName === 'img' && width !== '' && Number(width ?? 9) < 3) ||
  /(?:^|[;\s])display:\s*none/i.test(String(style ?? ''));

/**
 * Prepares the HTML of a mail for Markdown. Removes invisible elements, and replaces tables without headings with
 * blocks. Pictures get the addresses of their files, or are replaced with their descriptions. Works without recursion,
 * since the nesting of mails has no limit.
 */
export const prepareElements = (root: Root, pictures: Pictures): void => {
  const stack: (Root | Element)[] = [root];
  for (let parent = stack.pop(); parent !== undefined; parent = stack.pop()) {
    const children = parent.children.flatMap((node): HtmlNode[] => {
      if (!isElement(node)) return node.type === 'text' ? [node] : [];
      if (removedElements.has(node.tagName) || isInvisible(node)) return [];
      if (node.tagName === 'img') return preparePicture(node, pictures);
      if (node.tagName === 'a' && !isSafeLink(node)) node.tagName = 'span';
      return [node];
    });
    parent.children = children as Element['children'];
    for (const node of parent.children) if (isElement(node)) stack.push(node);
  }
  replaceLayoutTables(root);
};

const isSafeLink = ({ properties }: Element): boolean =>
  /^(?:https?|mailto|tel):/i.test(String(properties['href'] ?? ''));

const preparePicture = ({ properties }: Element, pictures: Pictures): HtmlNode[] => {
  const description = String(properties['alt'] ?? '').trim();
  const src = findPicture(String(properties['src'] ?? ''), pictures);
  if (src !== undefined)
    return [{ type: 'element', tagName: 'img', properties: { src, alt: description }, children: [] }];
  return description === '' ? [] : [{ type: 'text', value: `[${description}]` }];
};

const replaceLayoutTables = (root: Root): void => {
  const stack: { node: Root | Element; isInDataTable: boolean }[] = [{ node: root, isInDataTable: false }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    for (const node of next.node.children) {
      if (!isElement(node)) continue;
      const isInDataTable = node.tagName === 'table' ? hasHeadings(node) : next.isInDataTable;
      if (!isInDataTable && tableParts.has(node.tagName)) node.tagName = 'div';
      stack.push({ node, isInDataTable });
    }
  }
};

/** Returns whether a row of this table has a heading cell. */
const hasHeadings = (table: Element): boolean =>
  table.children.some(
    part =>
      isElement(part) &&
      part.children.some(row => isElement(row) && row.children.some(cell => isElement(cell) && cell.tagName === 'th')),
  );
