import type { Density } from '../preferences.ts';

export const densityWords: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };
