/**
 * The rule of `q`, read from the documentation alone and written without a look at the search: text is decomposed (NFKD),
 * its marks removed and its case folded (Unicode, CaseFolding.txt); a word is a run of letters and numbers.
 */

const isMark = (character: string): boolean => /\p{M}/u.test(character);
const isLetterOrNumber = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** The case folding of one character, by way of its upper case: ß and ẞ are ss, ς is σ. The dotless ı folds to itself. */
const foldCase = (character: string): string =>
  character === 'ı' ? character : [...character.toLowerCase().toUpperCase()].map(upper => upper.toLowerCase()).join('');

const plain = (text: string): string[] => [...text.normalize('NFKD')].filter(character => !isMark(character));

const fold = (text: string): string[] => plain(plain(text).map(foldCase).join(''));

/** The words of a text, in order. */
const wordsIn = (text: string): string[] => {
  const words: string[] = [''];
  for (const character of fold(text)) {
    if (isLetterOrNumber(character)) words.push((words.pop() ?? '') + character);
    else words.push('');
  }
  return words.filter(word => word !== '');
};

/** What has to stand next to one another: each word outside quotes by itself, and what is between two quotes. */
const phrasesIn = (q: string): string[][] => {
  const phrases: string[][] = [];
  let rest = q;
  for (let quoted = false; rest !== ''; quoted = !quoted) {
    const quote = rest.indexOf('"');
    const part = quote === -1 ? rest : rest.slice(0, quote);
    if (quoted) phrases.push(wordsIn(part));
    else phrases.push(...wordsIn(part).map(word => [word]));
    rest = quote === -1 ? '' : rest.slice(quote + 1);
  }
  return phrases.filter(phrase => phrase.length > 0);
};

const stands = (phrase: readonly string[], words: readonly string[]): boolean =>
  words.some((_, start) => phrase.every((word, index) => words[start + index] === word));

/** Whether a query finds something that consists of these texts: every phrase, each within one text. */
export const finds = (q: string, texts: readonly string[]): boolean => {
  const phrases = phrasesIn(q);
  const searched = texts.map(wordsIn);
  return phrases.length > 0 && phrases.every(phrase => searched.some(words => stands(phrase, words)));
};
