/**
 * The documented rule of `q`, implemented independently of the search: text is decomposed (NFKD), its marks removed and its
 * case folded (Unicode, CaseFolding.txt). A word is a run of letters and numbers.
 */

const isMark = (character: string): boolean => /\p{M}/u.test(character);
const isLetterOrNumber = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Folds one character through its upper case: ß and ẞ become ss, ς becomes σ. The dotless ı folds to itself. */
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

/** Returns each word outside quotes as a phrase, and each quoted phrase. */
const toPhrases = (q: string): string[][] => {
  const phrases: string[][] = [];
  let rest = q;
  for (let quoted = false; rest !== ''; quoted = !quoted) {
    const quote = rest.indexOf('"');
    const part = quote === -1 ? rest : rest.slice(0, quote);
    if (quoted) phrases.push(toWords(part));
    else phrases.push(...toWords(part).map(word => [word]));
    rest = quote === -1 ? '' : rest.slice(quote + 1);
  }
  return phrases.filter(phrase => phrase.length > 0);
};

const contains = (phrase: readonly string[], words: readonly string[]): boolean =>
  words.some((_, start) => phrase.every((word, index) => words[start + index] === word));

/** Returns whether each phrase of a query occurs within one field. */
export const matchesQuery = (q: string, texts: readonly string[]): boolean => {
  const phrases = toPhrases(q);
  const searched = texts.map(toWords);
  return phrases.length > 0 && phrases.every(phrase => searched.some(words => contains(phrase, words)));
};
