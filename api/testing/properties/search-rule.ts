/**
 * The documented rule of `q`, implemented independently of the search. Text is decomposed (NFKD), its marks are removed
 * and its case is folded (Unicode, CaseFolding.txt). A word is a run of letters and numbers.
 */

const isMark = (character: string): boolean => /\p{M}/u.test(character);
const isLetterOrNumber = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Folds one character through its upper case. ß and ẞ become ss, ς becomes σ. The dotless ı folds to itself. */
const foldCase = (character: string): string =>
  character === 'ı' ? character : [...character.toLowerCase().toUpperCase()].map(upper => upper.toLowerCase()).join('');

const removeMarks = (text: string): string[] => [...text.normalize('NFKD')].filter(character => !isMark(character));

const fold = (text: string): string[] => removeMarks(removeMarks(text).map(foldCase).join(''));

const toWords = (text: string): string[] => {
  const words: string[] = [''];
  for (const character of fold(text)) {
    if (isLetterOrNumber(character)) words.push((words.pop() ?? '') + character);
    else words.push('');
  }
  return words.filter(word => word !== '');
};

type Term = { phrase: string[]; isPrefix: boolean };

/** Returns each word and each email address outside quotes, and each quoted phrase. */
const toTerms = (q: string): Term[] => {
  const terms: Term[] = [];
  let rest = q;
  for (let quoted = false; rest !== ''; quoted = !quoted) {
    const quote = rest.indexOf('"');
    const part = quote === -1 ? rest : rest.slice(0, quote);
    if (quoted) terms.push({ phrase: toWords(part), isPrefix: false });
    else for (const text of part.split(/\s/)) terms.push(...toUnquotedTerms(text));
    rest = quote === -1 ? '' : rest.slice(quote + 1);
  }
  return terms.filter(({ phrase }) => phrase.length > 0);
};

/** The words of an email address are a phrase. A star after a letter or number makes the last word a prefix. */
const toUnquotedTerms = (text: string): Term[] => {
  const characters = [...text];
  const isAddress = characters.some(
    (character, at) =>
      character === '@' && isLetterOrNumber(characters[at - 1] ?? '') && isLetterOrNumber(characters[at + 1] ?? ''),
  );
  const words = toWords(text);
  const stem = text.replace(/\*+$/, '');
  const before = [...stem].at(-1) ?? '';
  const hasStar = stem !== text && (isLetterOrNumber(before) || isMark(before));
  const prefix = { phrase: hasStar ? words.splice(-1) : [], isPrefix: true };
  const phrases = isAddress ? [words] : words.map(word => [word]);
  return [...phrases.map(phrase => ({ phrase, isPrefix: false })), prefix];
};

const contains = ({ phrase, isPrefix }: Term, words: readonly string[]): boolean =>
  words.some((_, start) =>
    phrase.every((word, index) => (isPrefix ? words[start]?.startsWith(word) : words[start + index] === word)),
  );

/**
 * Returns whether each term of a query occurs in some field. No phrase spans two fields. A ticket's number `id` matches
 * only as a whole.
 */
export const matchesQuery = (q: string, texts: readonly string[], id?: string): boolean => {
  const terms = toTerms(q);
  const searched = texts.map(toWords);
  const isId = ({ phrase }: Term) => phrase.length === 1 && phrase[0] === id;
  return terms.length > 0 && terms.every(term => isId(term) || searched.some(words => contains(term, words)));
};

/** Returns the largest number of words to which a term of the query expands. A term without a star counts 1. */
export const countExpansions = (q: string, texts: readonly string[]): number => {
  const words = [...new Set(texts.flatMap(toWords))];
  const counts = toTerms(q).map(({ phrase, isPrefix }) =>
    isPrefix ? words.filter(word => word.startsWith(phrase.at(-1) ?? '')).length : 1,
  );
  return Math.max(0, ...counts);
};
