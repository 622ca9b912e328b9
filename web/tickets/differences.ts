import type { Difference } from '#contract/errors';

const show = (value: unknown): string => {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'nothing';
  return Array.isArray(value) ? value.join(', ') : `“${String(value)}”`;
};

/** What somebody else changed, in a sentence per field: `Priority is “urgent” now`. The version says nothing to people. */
export const describeDifferences = (differences: readonly Difference[]): string =>
  differences
    .filter(({ field }) => field !== 'version')
    .map(({ field, current }) => `${field.replaceAll('_', ' ')} is ${show(current)} now`)
    .join('; ')
    .replace(/^./, letter => letter.toUpperCase());
