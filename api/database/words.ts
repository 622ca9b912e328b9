/**
 * How text becomes search words, and how a query is read: one way for both engines, so that they cannot answer differently.
 * A word is a run of Unicode letters and numbers, folded: compatibility-decomposed, marks and case removed.
 */

/** Stands between texts, so that a phrase never spans two of them; a private-use character is no word a query can hold. */
export const boundary = '\u{E000}';

const wordPattern = /[\p{L}\p{N}]+/gu;
const marks = /\p{M}+/gu;

/** Removes what does not tell words apart: accents, case, width, ligatures. A few lower-case letters decompose once more. */
const fold = (text: string): string => {
  const lower = foldCase(decompose(text));
  return lower.normalize('NFKD') === lower ? lower : decompose(lower);
};

/** Lower-case letters that fold to others (Unicode, CaseFolding.txt): STRASSE is Straße, and Σ ends a word as ς. */
const foldedOtherwise = /[ßς\u1c80-\u1c88]/g;

const foldCase = (text: string): string =>
  text.toLowerCase().replace(foldedOtherwise, letter => letter.toUpperCase().toLowerCase());

const decompose = (text: string): string => text.normalize('NFKD').replace(marks, '');

/** The folded words of a text, in order. Most text is ASCII, where folding is lower-casing and a word is plainer to find. */
export const wordsOf = (text: string): string[] =>
  (isAscii(text) ? text.toLowerCase().match(/[a-z0-9]+/g) : fold(text).match(wordPattern)) ?? [];

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** The folded words of several texts as one string, each text apart from the next. */
export const searchText = (texts: readonly (string | null)[]): string =>
  texts
    .filter(text => text !== null)
    .map(text => wordsOf(text).join(' '))
    .filter(words => words !== '')
    .join(` ${boundary} `);

/** One condition of a query: its words stand next to one another, in order. A single word is a phrase of one. */
export type Phrase = readonly string[];

/**
 * Reads a query: words, and `"…"` for phrases (an unclosed quote runs to the end). Every other character only separates.
 * Empty when there is no word in it: such a query matches nothing.
 */
export const parseQuery = (query: string): Phrase[] =>
  query
    .split('"')
    .flatMap((part, index) => (index % 2 === 1 ? [wordsOf(part)] : wordsOf(part).map(word => [word])))
    .filter(phrase => phrase.length > 0);
