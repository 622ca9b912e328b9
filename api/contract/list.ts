import { z } from 'zod';
import { because, id } from './fields.ts';

/** One key of a sort. */
export type SortKey<Key extends string = string> = { key: Key; descending: boolean };

const maxSortKeys = 4;

/**
 * What the reference says of a parameter: its purpose and, where its text is read by code, the JSON Schema of the values
 * that OpenAPI writes into an address in that way.
 */
const shown = (description: string, wire?: Record<string, unknown>) => (wire ? { description, wire } : { description });

/** `?pretty=` and the other switches: exactly `true` or `false`. */
const flag = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform(value => value === 'true')
    .meta(shown(description, { type: 'boolean' }));

/** `-priority,created_at`: up to four different keys, a leading minus for descending. */
export const sort = <Key extends string>(keys: readonly Key[], fallback: string) =>
  z
    .string()
    .transform((value, context): SortKey<Key>[] => {
      const parsed = value.split(',').map(part => ({ key: part.replace(/^-/, ''), descending: part.startsWith('-') }));
      const complain = (name: 'not_allowed' | 'duplicate' | 'too_long', error: string) =>
        context.addIssue({ code: 'custom', input: value, message: error, params: { name } });
      if (parsed.length > maxSortKeys) complain('too_long', `takes at most ${maxSortKeys} keys`);
      const seen = new Set<string>();
      return parsed.flatMap(({ key, descending }) => {
        const known = keys.find(candidate => candidate === key);
        if (known === undefined) complain('not_allowed', `knows ${keys.join(', ')}, not "${key}"`);
        else if (seen.has(key)) complain('duplicate', `repeats "${key}"`);
        seen.add(key);
        return known === undefined ? [] : [{ key: known, descending }];
      });
    })
    .default(() => parseTrustedSort<Key>(fallback))
    .meta(
      shown(
        'The keys of the order, the first decides; a leading minus is descending. Equal rows are in creation order.',
        {
          type: 'array',
          items: { type: 'string', enum: keys.flatMap(key => [key, `-${key}`]) },
          minItems: 1,
          maxItems: maxSortKeys,
          uniqueItems: true,
          default: fallback.split(','),
        },
      ),
    );

/** A sort this code wrote itself. */
const parseTrustedSort = <Key extends string>(value: string): SortKey<Key>[] =>
  value.split(',').map(part => ({ key: part.replace(/^-/, '') as Key, descending: part.startsWith('-') }));

/** `?state=open,pending`: a comma list of allowed words. */
export const oneOrMore = <Word extends string>(words: readonly Word[], description: string) =>
  z
    .string()
    .transform((value, context): Word[] => {
      const chosen = value.split(',').map(part => words.find(word => word === part));
      if (chosen.some(word => word === undefined)) {
        context.addIssue({
          code: 'custom',
          input: value,
          message: `is a comma list of ${words.join(', ')}`,
          params: { name: 'not_allowed' },
        });
      }
      // In their own order: the same words in another one are the same question.
      return words.filter(word => chosen.includes(word));
    })
    .meta(shown(description, { type: 'array', items: { type: 'string', enum: words }, minItems: 1 }));

/** An instant in ISO 8601 with its zone, read into milliseconds since 1970. */
export const instant = (description: string) =>
  z.iso
    .datetime({
      offset: true,
      local: false,
      error: 'is not a time with seconds and a zone, like 2026-11-20T17:35:33Z (in an address + is written %2B)',
    })
    .transform(value => Date.parse(value))
    .meta(shown(description, { type: 'string', format: 'date-time', examples: ['2026-11-20T17:35:33Z'] }));

/** `true` or `false` as a filter. */
export const yesOrNo = flag;

/** What any operation takes: how the body is written. */
export const writing = (names: readonly string[]) => ({
  pretty: flag('Whether the answer has line breaks and indentation.').default(true),
  fields: oneOrMore(names, 'Exactly these members of the representation; the others are left out.').optional(),
});

/** What every list takes beside its own filters and sort. */
export const paging = (names: readonly string[]) => ({
  ...writing(names),
  per_page: z
    .string()
    .regex(/^[0-9]+$/, because('bad_format', 'is a whole number from 1'))
    .transform(Number)
    .refine(value => value >= 1, because('out_of_range', 'is at least 1'))
    .transform(value => Math.min(value, 100))
    .default(30)
    .meta(shown('Rows on a page; more than 100 means 100.', { type: 'integer', minimum: 1, default: 30 })),
  cursor: z.string().optional().meta(shown('Where a page begins. Opaque: follow the addresses of the Link header.')),
  count: flag('Whether to count all rows, into X-Total-Count.').default(false),
  envelope: flag('Whether the answer is an object with data, count and links.').default(false),
});

/** The words to search for: 1 to 256 code points, no operators. */
export const search = z
  .string()
  .refine(value => value.trim() !== '', because('too_short', 'is empty'))
  .refine(value => [...value].length <= 256, because('too_long', 'is longer than 256 characters'))
  .refine(value => value.isWellFormed() && !value.includes('\0'), because('invalid_characters', 'is not text'))
  .meta(
    shown('Whole words that all have to occur, whatever their case and accents; "…" is a phrase. No operators.', {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      examples: ['invoice'],
    }),
  );

/** A person as a filter: an id, the caller, or nobody. */
export const personFilter = z
  .union([z.literal('me'), z.literal('null'), id])
  .meta(shown('The id of the person they are assigned to, `me`, or `null` for nobody.'));
