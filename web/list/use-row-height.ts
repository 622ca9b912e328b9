import { type Preferences, usePreferences } from '../storage/preferences.ts';
import { useMedia } from '../ui/use-media.ts';

/** Row heights in pixels; narrow screens get the larger heights for touch. */
const heights: Readonly<Record<Preferences['density'], { pointer: number; touch: number }>> = {
  comfortable: { pointer: 64, touch: 68 },
  compact: { pointer: 36, touch: 44 },
};

/** Returns the row height in pixels for the person's density and the screen width. */
export function useRowHeight(): number {
  const narrow = useMedia('(max-width: 720px)');
  return heights[usePreferences().density][narrow ? 'touch' : 'pointer'];
}
