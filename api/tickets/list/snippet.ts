import type { Snippet } from '#contract/tickets';
import { locateWords, type SearchTerm } from '../../database/tokenize.ts';

/** A text of a ticket or of one of its messages. */
export type SnippetSource = { field: Snippet['field']; text: string };

/** The maximum length of a snippet: about the width of a row. */
const maxCharacters = 160;
/** The maximum length of the text before the first match. */
const leadCharacters = 16;
/** After this many matches, the rest of a text is ignored. */
const maxMatches = 200;

/**
 * Cuts a snippet from the text that contains the most terms. On a tie, the first text wins. `snippet` is null if no
 * text contains a term. `isComplete` is true if this text contains all terms.
 */
export const createSnippet = (
  sources: readonly SnippetSource[],
  terms: readonly SearchTerm[],
): { snippet: Snippet | null; isComplete: boolean } => {
  let best: { source: SnippetSource; matches: Match[]; count: number } | null = null;
  for (const source of sources) {
    const matches = findMatches(source.text, terms);
    const count = countTerms(matches);
    if (count > (best?.count ?? 0)) best = { source, matches, count };
    if (count === terms.length) break;
  }
  if (best === null) return { snippet: null, isComplete: false };
  const { source, matches, count } = best;
  const snippet = { field: source.field, parts: cut(source.text, matches) };
  return { snippet, isComplete: count === terms.length };
};

/** The position of a term in a text; `term` is its index. */
type Match = { term: number; start: number; end: number };

const countTerms = (matches: readonly Match[]): number => new Set(matches.map(({ term }) => term)).size;

const findMatches = (text: string, terms: readonly SearchTerm[]): Match[] => {
  const words = locateWords(text);
  const matches: Match[] = [];
  for (const [at, { word, start }] of words.entries()) {
    for (const [term, { phrase, isPrefix }] of terms.entries()) {
      const last = words[at + phrase.length - 1];
      const isMatch = phrase.every((part, index) =>
        isPrefix ? word.startsWith(part) : words[at + index]?.word === part,
      );
      if (isMatch && last !== undefined) matches.push({ term, start, end: last.end });
    }
    if (matches.length >= maxMatches) break;
  }
  return matches;
};

/** Cuts the part of a text that contains the most terms. */
const cut = (text: string, matches: readonly Match[]): Snippet['parts'] => {
  const startAt = chooseStart(matches);
  const from = startAt <= leadCharacters ? 0 : findWordStart(text, startAt - leadCharacters, startAt);
  const end = from + maxCharacters;
  const to = end >= text.length ? text.length : findWordEnd(text, end, startAt);
  const parts: Snippet['parts'] = [];
  const add = (written: string, match: boolean) => {
    const part = written.replaceAll(/\s+/g, ' ');
    if (part !== '') parts.push({ text: part, match });
  };
  let done = from;
  for (const { start, end } of matches) {
    if (start < done || start >= to) continue;
    add(`${done === from && from > 0 ? '…' : ''}${text.slice(done, start)}`, false);
    add(text.slice(start, end), true);
    done = end;
  }
  add(`${text.slice(done, to)}${Math.max(done, to) < text.length ? '…' : ''}`, false);
  return parts;
};

/** Returns the start of the match from which a snippet contains the most terms. */
const chooseStart = (matches: readonly Match[]): number => {
  const countFrom = ({ start: from }: Match): number =>
    countTerms(matches.filter(({ start, end }) => start >= from && end <= from + maxCharacters - leadCharacters));
  const [first, ...others] = matches;
  if (first === undefined) return 0;
  return others.reduce((best, match) => (countFrom(match) > countFrom(best) ? match : best), first).start;
};

/** Returns the position of the first word after `from`, at most `limit`. */
const findWordStart = (text: string, from: number, limit: number): number => {
  const space = text.slice(from, limit).search(/\s\S/);
  return space === -1 ? limit : from + space + 1;
};

/** Returns the end of the last whole word before `to`, at least `limit`. */
const findWordEnd = (text: string, to: number, limit: number): number => {
  const space = text.slice(limit, to).search(/\s\S*$/);
  return space === -1 ? to : limit + space;
};
