import { isFormattable } from '#contract/is-formattable';

const code = /(`+)[\s\S]*?\1/g;
const reference = /!\[[^\]]*\]\(attachment:(\w+)/g;

/** Finds the ids of the pictures that a Markdown text shows. */
export function findInlinePictures(text: string): ReadonlySet<string> {
  if (!text.includes('attachment:') || !isFormattable(text)) return new Set();
  return new Set([...text.replace(code, '').matchAll(reference)].map(([, id = '']) => id));
}

/** Returns the id of the file that an address refers to; otherwise null. */
export const parseReference = (url: string): string | null => /^attachment:(\w+)$/.exec(url)?.[1] ?? null;
