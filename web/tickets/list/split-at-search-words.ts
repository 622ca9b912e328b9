import { normalizeText } from '../../api-client/normalize-text.ts';

const word = /[\p{L}\p{M}\p{N}]+/gu;

const splitWords = (text: string): string[] => (text.match(word) ?? []).map(normalizeText);

/** A part of a string; `isFound` marks a search word. */
export type HighlightPart = { text: string; isFound: boolean };

/** Splits a string at the words of a search. Phrases match word by word; `word*` also matches longer words. */
export function splitAtSearchWords(text: string, search: string): HighlightPart[] {
  const searchWords = new Set(splitWords(search));
  const prefixes = splitWords((search.match(/[\p{L}\p{M}\p{N}]+\*/gu) ?? []).join(' '));
  const isSearched = (found: string) => searchWords.has(found) || prefixes.some(prefix => found.startsWith(prefix));
  const parts: HighlightPart[] = [];
  let end = 0;
  for (const match of text.matchAll(word)) {
    if (!isSearched(normalizeText(match[0]))) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isFound: false });
    end = match.index + match[0].length;
    parts.push({ text: match[0], isFound: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}
