/** Normalizes accents, case, width and ligatures. The API's search normalizes Latin letters in the same way. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/** Letters that Unicode does not decompose. */
const transcriptions: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Normalizes text, and replaces other Latin letters with `a` to `z`: `ø` becomes `o`. */
export const transcribeText = (text: string): string =>
  normalizeText(text).replace(/[æœøłđðþı]/g, letter => transcriptions[letter] ?? letter);
