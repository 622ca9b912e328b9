import type { Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { countAttributionAtEnd, countFoldedLines } from './fold-quotes.ts';
import { findQuote, splitBefore } from './html-quotes.ts';
import { prepareElements } from './html-tree.ts';
import type { Pictures } from './pictures.ts';

const parser = unified().use(rehypeParse, { fragment: true });
const converter = unified().use(rehypeRemark).use(remarkGfm).use(remarkStringify, { bullet: '-', rule: '-' });

/** A text, and the number of quoted and signature lines at its end. */
export type FoldedText = { body: string; foldedLines: number };

/**
 * Converts the HTML of a mail to Markdown. Pictures that the mail does not carry become their descriptions: nothing is
 * loaded from another server.
 * @param mayFold whether an earlier mail and the signature count as folded lines
 */
export const htmlToMarkdown = (html: string, pictures: Pictures, mayFold: boolean): FoldedText => {
  try {
    return convert(html, pictures, mayFold);
  } catch (error) {
    // The libraries recurse, and a tree can be deeper than the stack.
    if (!(error instanceof RangeError)) throw error;
    return { body: removeTags(html), foldedLines: 0 };
  }
};

const convert = (html: string, pictures: Pictures, mayFold: boolean): FoldedText => {
  const root = parser.parse(html);
  prepareElements(root, pictures);
  const quotePosition = mayFold ? findQuote(root) : null;
  if (quotePosition === null) {
    const body = toMarkdown(root);
    return { body, foldedLines: mayFold ? countFoldedLines(body) : 0 };
  }
  const { before, after } = splitBefore(root, quotePosition);
  const [reply, quote] = [toMarkdown(before), toMarkdown(after)];
  if (quote === '') return { body: reply, foldedLines: countFoldedLines(reply) };
  const attributionLines = countAttributionAtEnd(reply);
  if (reply === '' || reply.split('\n').length === attributionLines)
    return { body: `${reply}\n\n${quote}`.trim(), foldedLines: 0 };
  return { body: `${reply}\n\n${quote}`, foldedLines: attributionLines + 1 + quote.split('\n').length };
};

const toMarkdown = (root: Root): string => converter.stringify(converter.runSync(root)).trim();

/** Returns the text between tags. */
const removeTags = (html: string): string =>
  html
    .split('<')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join(' ')
    .trim();
