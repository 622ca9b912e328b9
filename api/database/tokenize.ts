/**
 * Tokenizes texts and queries for both engines, so that their results cannot differ. A word is a run of Unicode letters and
 * numbers, folded: compatibility-decomposed, marks and case removed.
 */

/** Separates fields, so that no phrase spans two of them. A query cannot contain this private-use character. */
export const textBoundary = '\u{E000}';

const wordPattern = /[\p{L}\p{N}]+/gu;
const marks = /\p{M}+/gu;

/** Removes accents, case, width and ligatures. A few lower-case letters decompose once more. */
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

/** Joins the folded words of several fields, separated by the boundary. */
export const toSearchText = (texts: readonly (string | null)[]): string =>
  texts
    .filter(text => text !== null)
    .map(text => tokenize(text).join(' '))
    .filter(words => words !== '')
    .join(` ${textBoundary} `);

/** Adjacent words, in order. A single word is a phrase of one. */
export type Phrase = readonly string[];

/**
 * Parses a query into words and `"…"` phrases (an unclosed quote runs to the end). Other characters separate words. A
 * query without words returns [] and matches nothing.
 */
export const parseSearchQuery = (query: string): Phrase[] =>
  query
    .split('"')
    .flatMap((part, index) => (index % 2 === 1 ? [tokenize(part)] : tokenize(part).map(word => [word])))
    .filter(phrase => phrase.length > 0);
