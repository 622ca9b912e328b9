import { splitAtPlaceholders } from '../../gists/insert/placeholders.ts';

/** Returns the placeholders of a text, each once: `{name}`. */
export const findPlaceholders = (text: string): string[] => [
  ...new Set(splitAtPlaceholders(text).flatMap(piece => (piece.isPlaceholder ? [piece.text] : []))),
];

/** Returns the gist placeholders that a text still contains. Braces typed by the author do not count. */
export const findUnfilledPlaceholders = ({ text, blanks }: { text: string; blanks: readonly string[] }): string[] =>
  blanks.filter(blank => text.includes(blank));

const maxNamed = 2;

/** Formats placeholders: `{name}, {invoice} and 2 more`. */
export function formatPlaceholders(blanks: readonly string[]): string {
  const [last = '', ...others] = blanks.toReversed();
  if (blanks.length <= maxNamed) return [...others, last].join(' and ');
  return `${blanks.slice(0, maxNamed).join(', ')} and ${blanks.length - maxNamed} more`;
}

/** Selects the first unfilled placeholder in a field. */
export function selectFirstPlaceholder(field: HTMLTextAreaElement, blanks: readonly string[]): void {
  const [start = 0] = blanks
    .map(blank => field.value.indexOf(blank))
    .filter(index => index >= 0)
    .toSorted((a, b) => a - b);
  const blank = blanks.find(each => field.value.startsWith(each, start)) ?? '';
  field.focus();
  field.setSelectionRange(start, start + blank.length);
}
