import type { Clash } from './patch.ts';

const show = (value: unknown): string => {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'nothing';
  return Array.isArray(value) ? value.join(', ') : `“${String(value)}”`;
};

/** What somebody else made of the fields that one wanted to change, in a sentence per field: `Priority is “urgent” now`. */
export const describeClash = ({ fields, theirs }: Clash): string =>
  fields
    .map(field => `${field.replaceAll('_', ' ')} is ${show(theirs[field])} now`)
    .join('; ')
    .replace(/^./, letter => letter.toUpperCase())
    .concat('. Your edit was not saved; look again and repeat it if it still fits.');
