import { splitAtPlaceholders } from '../../gists/insert/placeholders.ts';

/** The blanks of a text, each once: `{name}`. */
export const blanksOf = (text: string): string[] => [
  ...new Set(splitAtPlaceholders(text).flatMap(piece => (piece.isPlaceholder ? [piece.text] : []))),
];

/** Of the blanks that came with gists, those a text still has. Braces that its author typed are nobody's blanks. */
export const blanksLeft = ({ text, blanks }: { text: string; blanks: readonly string[] }): string[] =>
  blanks.filter(blank => text.includes(blank));

const named = 2;

/** Blanks in words: `{name}, {invoice} and 2 more`. */
export function listBlanks(blanks: readonly string[]): string {
  const [last = '', ...others] = blanks.toReversed();
  if (blanks.length <= named) return [...others, last].join(' and ');
  return `${blanks.slice(0, named).join(', ')} and ${blanks.length - named} more`;
}

/** Selects the first blank that is left in a field, to be typed over. */
export function goToBlank(field: HTMLTextAreaElement, blanks: readonly string[]): void {
  const [start = 0] = blanks
    .map(blank => field.value.indexOf(blank))
    .filter(index => index >= 0)
    .toSorted((a, b) => a - b);
  const blank = blanks.find(each => field.value.startsWith(each, start)) ?? '';
  field.focus();
  field.setSelectionRange(start, start + blank.length);
}
