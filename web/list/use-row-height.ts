import { useMediaQuery } from '@mantine/hooks';
import { type Preferences, usePreferences } from '../preferences.ts';

/** Pixels; a finger needs more of them. */
const heights: Readonly<Record<Preferences['density'], { pointer: number; finger: number }>> = {
  comfortable: { pointer: 64, finger: 68 },
  compact: { pointer: 36, finger: 44 },
};

/** How high a row of a list is, in pixels, to whoever looks at it. */
export function useRowHeight(): number {
  const narrow = useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false });
  return heights[usePreferences().density][narrow ? 'finger' : 'pointer'];
}
