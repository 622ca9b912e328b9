import type { Nodes } from 'hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { isFormattable } from '#contract/is-formattable';

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);

/** Finds the ids of the pictures that a Markdown text shows. A text that cannot be formatted shows none. */
export function findInlinePictures(text: string): ReadonlySet<string> {
  const ids = new Set<string>();
  if (!text.includes('attachment:') || !isFormattable(text)) return ids;
  const visit = (node: Nodes): void => {
    if (node.type === 'element' && node.tagName === 'img') {
      const id = parseReference(String(node.properties['src']));
      if (id !== null) ids.add(id);
    }
    if ('children' in node) node.children.forEach(visit);
  };
  try {
    visit(processor.runSync(processor.parse(text)));
  } catch {
    return new Set();
  }
  return ids;
}

/** Returns the id of the file that an address refers to; otherwise null. */
export const parseReference = (url: string): string | null => /^attachment:(\w+)$/.exec(url)?.[1] ?? null;
