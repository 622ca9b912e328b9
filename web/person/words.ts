import type { Density } from '../storage/preferences.ts';

export const densityWords: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };
