import { fold } from '../../fold.ts';

const word = /[\p{L}\p{M}\p{N}]+/gu;

const wordsOf = (text: string): string[] => (text.match(word) ?? []).map(fold);

/** A part of a text, and whether it is a word that is searched for. */
export type Part = { text: string; isFound: boolean };

/** Splits a text at the words that a search is for; a text without any is one part. Phrases count word by word. */
export function findWords(text: string, search: string): Part[] {
  const wanted = new Set(wordsOf(search));
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(word)) {
    if (!wanted.has(fold(match[0]))) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isFound: false });
    end = match.index + match[0].length;
    parts.push({ text: match[0], isFound: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}
