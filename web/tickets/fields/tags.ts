import { longestTag, tagPattern } from '#contract/tags';
import { fold } from '../../fold.ts';
import type { NewChoice } from '../../ui/picker.tsx';
import { useKnownValues } from '../filter/use-known-values.ts';

const rule = 'Tags use the letters a to z, digits, hyphens and underscores.';

/** Letters that have no accent to take off. */
const spellings: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A text as a tag: `New tag, Köln` becomes `new-tag-koln`. Empty text where no letter or digit is left. */
export function toTag(text: string): string {
  const spelled = fold(text).replace(/[æœøłđðþı]/g, letter => spellings[letter] ?? letter);
  const tag = spelled
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, longestTag);
  return tagPattern.test(text) ? text : tag.replace(/-+$/, '');
}

/** The tag that a text makes, and why it is not the text itself. None where the tag is among those that are present. */
export function newTag(text: string, present: readonly string[]): NewChoice {
  const tag = toTag(text);
  if (tag === '') return { choice: null, hint: rule };
  if (present.includes(tag)) return { choice: null, hint: `“${tag}” is there already.` };
  const isAsTyped = tag === text.toLowerCase().replace(/\s+/g, '-');
  const choice = { value: tag, label: `Add “${tag}”` };
  if (isAsTyped) return { choice };
  return { choice, hint: text.length > longestTag ? `A tag has at most ${longestTag} characters.` : rule };
}

/** The tags that are known. */
export const useKnownTags = (): string[] => useKnownValues().tags;
