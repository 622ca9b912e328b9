import { splitAtPlaceholders } from '../../gists/insert/placeholders.ts';
import type { ComposerDraft } from '../message-draft.ts';

/** Returns the distinct placeholders in a text: `{name}`. */
export const findPlaceholders = (text: string): string[] => [
  ...new Set(splitAtPlaceholders(text).flatMap(piece => (piece.isPlaceholder ? [piece.text] : []))),
];

/** Returns the inserted placeholders that a draft still contains. Braces typed by the author do not count. */
export const findUnfilledPlaceholders = (draft: Pick<ComposerDraft, 'text' | 'placeholders'>): string[] =>
  draft.placeholders.filter(placeholder => draft.text.includes(placeholder));

const maxNamed = 2;

/** Formats placeholders: `{name}, {invoice} and 2 more`. */
export function formatPlaceholders(placeholders: readonly string[]): string {
  const [last = '', ...others] = placeholders.toReversed();
  if (placeholders.length <= maxNamed) return [...others, last].join(' and ');
  return `${placeholders.slice(0, maxNamed).join(', ')} and ${placeholders.length - maxNamed} more`;
}

/** Selects the first unfilled placeholder in a field. */
export function selectFirstPlaceholder(field: HTMLTextAreaElement, placeholders: readonly string[]): void {
  const [start = 0] = placeholders
    .map(placeholder => field.value.indexOf(placeholder))
    .filter(index => index >= 0)
    .toSorted((a, b) => a - b);
  const placeholder = placeholders.find(each => field.value.startsWith(each, start)) ?? '';
  field.focus();
  field.setSelectionRange(start, start + placeholder.length);
}
