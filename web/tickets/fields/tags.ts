import type { Choice } from '../../ui/picker.tsx';
import { useKnownValues } from '../filter/use-known-values.ts';

/** What was typed as a tag; null when the API would not take it (`^[a-z0-9][a-z0-9_-]{0,63}$`) or it is there. */
export function newTag(text: string, present: readonly string[]): Choice | null {
  const tag = text.toLowerCase().replace(/\s+/g, '-');
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(tag) || present.includes(tag)) return null;
  return { value: tag, label: `Add “${tag}”` };
}

/** The tags that are known. */
export const useKnownTags = (): string[] => useKnownValues().tags;
