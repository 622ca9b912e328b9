import { maxTagLength, tagPattern } from '#contract/tag-pattern';
import { transcribeText } from '../../api-client/normalize-text.ts';
import type { CreatedChoice } from '../../ui/picker.tsx';

const rule = 'Tags use the letters a to z, digits, hyphens and underscores.';

/** Converts text to a tag: `New tag, Köln` becomes `new-tag-koln`. Empty if no letter or digit is left. */
export function toTag(text: string): string {
  const tag = transcribeText(text)
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, maxTagLength);
  return tagPattern.test(text) ? text : tag.replace(/-+$/, '');
}

/**
 * Returns the tag for typed text. A hint explains why there is no tag, or why the tag differs from the text by more
 * than case and spaces.
 */
export function toTagChoice(text: string, present: readonly string[]): CreatedChoice {
  const tag = toTag(text);
  if (tag === '') return { choice: null, hint: rule };
  if (present.includes(tag)) return { choice: null, hint: `“${tag}” is already added.` };
  const isAsTyped = tag === text.toLowerCase().replace(/\s+/g, '-');
  const choice = { value: tag, label: `Add “${tag}”` };
  if (isAsTyped) return { choice };
  return { choice, hint: text.length > maxTagLength ? `A tag has at most ${maxTagLength} characters.` : rule };
}
