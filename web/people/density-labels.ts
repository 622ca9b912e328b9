import type { Density } from '../storage/preferences.ts';

export const densityLabels: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };
