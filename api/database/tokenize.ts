/**
 * Tokenizes texts and queries for both engines, so that their results cannot differ. A word is a run of Unicode letters
 * and numbers, folded: compatibility-decomposed, marks and case removed.
 */

/** Separates fields, so that no phrase spans two of them. No word contains this private-use character. */
export const textBoundary = '\u{E000}';

const wordPattern = /[\p{L}\p{N}]+/gu;
const marks = /\p{M}+/gu;

/** Removes accents, case, width and ligatures. A few lower-case letters decompose again. */
const fold = (text: string): string => {
  const lower = foldCase(decompose(text));
  return lower.normalize('NFKD') === lower ? lower : decompose(lower);
};

/** Lower-case letters that fold to other letters (Unicode, CaseFolding.txt), such as ß and ς. */
const specialFoldings = /[ßς\u1c80-\u1c88]/g;

const foldCase = (text: string): string =>
  text.toLowerCase().replace(specialFoldings, letter => letter.toUpperCase().toLowerCase());

const decompose = (text: string): string => text.normalize('NFKD').replace(marks, '');

/** Returns the folded words of a string, in order. ASCII, the common case, takes a faster path. */
export const tokenize = (text: string): string[] =>
  (isAscii(text) ? text.toLowerCase().match(/[a-z0-9]+/g) : fold(text).match(wordPattern)) ?? [];

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** A folded word, and its position in the text. */
type LocatedWord = { word: string; start: number; end: number };

/** Letters, numbers and marks, and symbols that may decompose into letters. */
const writtenWord = /(?:[\p{L}\p{M}\p{N}]|(?!\p{ASCII})\p{S})+/gu;

/**
 * Returns the folded words of a string with their positions. A few symbols, such as ㏂, are several words at one
 * position.
 */
export const locateWords = (text: string): LocatedWord[] =>
  [...text.matchAll(writtenWord)].flatMap(({ 0: written, index: start }) =>
    tokenize(written).map(word => ({ word, start, end: start + written.length })),
  );

/** Joins the folded words of several fields, separated by the boundary. */
export const toSearchText = (texts: readonly (string | null)[]): string =>
  texts
    .filter(text => text !== null)
    .map(text => tokenize(text).join(' '))
    .filter(words => words !== '')
    .join(` ${textBoundary} `);

/** Adjacent words, in order. A single word is a phrase, too. */
export type Phrase = readonly string[];

/** A phrase to find. With `isPrefix`, it is one word, which matches every word that starts with it. */
export type SearchTerm = { phrase: Phrase; isPrefix: boolean };

/**
 * Parses a query into words, prefixes (`invoi*`), email addresses and `"…"` phrases. An unclosed quote runs to the
 * end. Other characters separate words. A query without words returns [] and matches nothing.
 */
export const parseSearchQuery = (query: string): SearchTerm[] =>
  query
    .split('"')
    .flatMap((part, index) =>
      index % 2 === 1 ? [{ phrase: tokenize(part), isPrefix: false }] : part.split(/\s+/).flatMap(parseTerms),
    )
    .filter(({ phrase }) => phrase.length > 0);

const emailSign = /[\p{L}\p{N}]@[\p{L}\p{N}]/u;
const prefixEnd = /[\p{L}\p{M}\p{N}]\*+$/u;

/** Parses unquoted text. An email address is one phrase: its words are common, but not in this order. */
const parseTerms = (text: string): SearchTerm[] => {
  const words = tokenize(text);
  const prefix = prefixEnd.test(text) ? words.splice(-1) : [];
  const phrases = emailSign.test(text) ? [words] : words.map(word => [word]);
  return [...phrases.map(phrase => ({ phrase, isPrefix: false })), { phrase: prefix, isPrefix: true }];
};
