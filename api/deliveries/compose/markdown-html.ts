import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { isFormattable } from '#contract/is-formattable';

/** Returns the address of a picture in the mail, by the id of its file. Null if the mail does not carry it. */
export type FindPicture = (id: string) => string | null;

/**
 * Converts Markdown to the HTML of a mail. Raw HTML is shown as text, pictures of other servers become links, and only
 * links of `safeSchemes` remain. Line breaks remain, as in the plain text. A text that is too expensive to format
 * becomes plain text.
 */
export const toMailHtml = (markdown: string, findPicture: FindPicture = () => null): string => {
  if (!isFormattable(markdown)) return showPlain(markdown);
  try {
    return String(createProcessor(findPicture).processSync(markdown));
  } catch {
    return showPlain(markdown);
  }
};

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);

const showPlain = (text: string): string => `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`;

/** A node of mdast or hast, with only the members that the conversion reads. */
type Node = {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[] | undefined;
};

const safeSchemes = /^(?:https?|mailto|tel):/i;

const monospace = 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.92em';
const styles: Readonly<Record<string, string>> = {
  blockquote: 'margin:0 0 1em;padding-left:.8em;border-left:3px solid #ccc;color:#555',
  code: `${monospace};background:#f4f4f4;padding:.1em .3em;border-radius:3px`,
  pre: 'background:#f4f4f4;padding:.8em;border-radius:4px;overflow:auto',
  table: 'border-collapse:collapse',
  th: 'border:1px solid #ccc;padding:.3em .6em;text-align:left',
  td: 'border:1px solid #ccc;padding:.3em .6em',
};

/** Elements whose text nodes contain words: line breaks in them were typed by the author. */
const phrasingElements = new Set([
  'p',
  'strong',
  'em',
  'del',
  'a',
  'span',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'td',
  'th',
]);

const adapt = (findPicture: FindPicture) => (tree: Node) => {
  adaptChildren(tree, findPicture, false);
};

const adaptChildren = (node: Node, findPicture: FindPicture, isCode: boolean): void => {
  node.children = node.children?.flatMap((child, index, siblings) => {
    if (child.type === 'text') return isCode ? [child] : breakLines(child, node, siblings[index - 1]);
    const adapted = adaptElement(child, findPicture, isCode);
    adaptChildren(adapted, findPicture, isCode || adapted.tagName === 'pre' || adapted.tagName === 'code');
    return [adapted];
  });
};

const adaptElement = (node: Node, findPicture: FindPicture, isCode: boolean): Node => {
  const { tagName = '', properties = {}, children = [] } = node;
  if (tagName === 'input') return textNode(properties['checked'] === true ? '☑' : '☐');
  if (tagName === 'img') return adaptPicture(properties, findPicture);
  if (tagName === 'a') return link(properties['href'], children);
  const style = isCode ? monospace : styles[tagName];
  const start = properties['start'];
  return {
    ...node,
    properties: { ...(style !== undefined && { style }), ...(typeof start === 'number' && { start }) },
  };
};

const adaptPicture = (properties: Record<string, unknown>, findPicture: FindPicture): Node => {
  const [source, alt] = [String(properties['src'] ?? ''), String(properties['alt'] ?? '')];
  const [, id] = /^attachment:([\w-]+)$/.exec(source) ?? [];
  if (id === undefined) return link(source, [textNode(alt || source)]);
  const src = findPicture(id);
  return src === null
    ? textNode(alt)
    : { type: 'element', tagName: 'img', properties: { src, alt, style: 'max-width:100%' }, children: [] };
};

const link = (address: unknown, children: Node[]): Node =>
  typeof address === 'string' && safeSchemes.test(address)
    ? { type: 'element', tagName: 'a', properties: { href: address }, children }
    : { type: 'element', tagName: 'span', properties: {}, children };

/** Turns line breaks of the text into `br`. Whitespace between blocks stays; a line break after a `br` is removed. */
const breakLines = (node: Node, parent: Node, previous: Node | undefined): Node[] => {
  const { value = '' } = node;
  if (value.trim() === '' && !phrasingElements.has(parent.tagName ?? '')) return [node];
  const [first = '', ...rest] = (previous?.tagName === 'br' ? value.replace(/^\n/, '') : value).split('\n');
  return [textNode(first), ...rest.flatMap(line => [{ type: 'element', tagName: 'br', children: [] }, textNode(line)])];
};

const textNode = (value: string): Node => ({ type: 'text', value });

/** Shows raw HTML as the text that its author typed. */
const showHtml = (_state: unknown, { value = '' }: Node, parent: Node | undefined): Node =>
  parent?.type === 'paragraph' || parent?.type === 'heading'
    ? textNode(value)
    : { type: 'element', tagName: 'p', properties: {}, children: [textNode(value)] };

const createProcessor = (findPicture: FindPicture) =>
  unified()
    .use(remarkParse)
    .use(remarkGfm)
    // The type of handlers covers all node types. This handler returns an element or a text.
    .use(remarkRehype, { handlers: { html: showHtml as never } })
    .use(adapt, findPicture)
    .use(rehypeStringify);
