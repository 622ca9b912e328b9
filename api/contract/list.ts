import { z } from 'zod';
import { id, withErrorName } from './fields.ts';

export type SortKey<Key extends string = string> = { key: Key; descending: boolean };

const maxSortKeys = 4;

/** Describes a parameter. `wire` is the JSON Schema of its text, if the schema transforms the text. */
const describe = (description: string, wire?: Record<string, unknown>) =>
  wire ? { description, wire } : { description };

/** A parameter such as `?pretty=`: exactly `true` or `false`. */
export const booleanParameter = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform(value => value === 'true')
    .meta(describe(description, { type: 'boolean' }));

/** Up to four different sort keys, a leading minus for descending: `-priority,created_at`. */
export const sortKeysParameter = <Key extends string>(keys: readonly Key[], fallback: string) =>
  z
    .string()
    .transform((value, context): SortKey<Key>[] => {
      const parsed = value.split(',').map(part => ({ key: part.replace(/^-/, ''), descending: part.startsWith('-') }));
      const addError = (name: 'not_allowed' | 'duplicate' | 'too_long', error: string) =>
        context.addIssue({ code: 'custom', input: value, message: error, params: { name } });
      if (parsed.length > maxSortKeys) addError('too_long', `has more than ${maxSortKeys} keys`);
      const seen = new Set<string>();
      return parsed.flatMap(({ key, descending }) => {
        const allowedKey = keys.find(candidate => candidate === key);
        if (allowedKey === undefined) addError('not_allowed', `must contain only ${keys.join(', ')}, not "${key}"`);
        else if (seen.has(key)) addError('duplicate', `repeats "${key}"`);
        seen.add(key);
        return allowedKey === undefined ? [] : [{ key: allowedKey, descending }];
      });
    })
    .default(() => parseTrustedSort<Key>(fallback))
    .meta(
      describe(
        'Sort keys, the most significant first; a leading minus sorts descending. Ties are in creation order, or the reverse if the last key is descending.',
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

/** Parses a sort order that is a constant in the code. */
const parseTrustedSort = <Key extends string>(value: string): SortKey<Key>[] =>
  value.split(',').map(part => ({ key: part.replace(/^-/, '') as Key, descending: part.startsWith('-') }));

/** A comma-separated list of allowed values: `?state=open,pending`. */
export const commaList = <Value extends string>(values: readonly Value[], description: string) =>
  z
    .string()
    .transform((value, context): Value[] => {
      const selected = value.split(',').map(part => values.find(value => value === part));
      if (selected.some(value => value === undefined)) {
        context.addIssue({
          code: 'custom',
          input: value,
          message: `must be a comma-separated list of ${values.join(', ')}`,
          params: { name: 'not_allowed' },
        });
      }
      // In canonical order, since cursors and ETags hash the parsed query.
      return values.filter(value => selected.includes(value));
    })
    .meta(describe(description, { type: 'array', items: { type: 'string', enum: values }, minItems: 1 }));

const maxIds = 100;

/** A comma-separated list of ids: `?ticket_id=1042,1043`. */
export const idList = (description: string) =>
  z
    .string()
    .transform(value => [...new Set(value.split(','))].sort())
    .pipe(z.array(id).max(maxIds, withErrorName('too_long', `has more than ${maxIds} ids`)))
    .meta(describe(description, { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: maxIds }));

/** An ISO 8601 time with a zone, parsed to milliseconds since 1970. */
export const timeFilter = (description: string) =>
  z.iso
    .datetime({
      offset: true,
      local: false,
      error: 'is not a time with seconds and a zone, like 2026-11-20T17:35:33Z (encode + as %2B in a URL)',
    })
    .transform(value => Date.parse(value))
    .meta(describe(description, { type: 'string', format: 'date-time', examples: ['2026-11-20T17:35:33Z'] }));

/** Query parameters for the format of a JSON response. */
export const outputParameters = (names: readonly string[]) => ({
  pretty: booleanParameter('`true` for line breaks and indentation.').default(true),
  fields: commaList(names, 'Only these members of the representation.').optional(),
});

/** The query of an operation whose response has no body. */
export const emptyResponseQuery = z.strictObject({ pretty: outputParameters([]).pretty });

/** Query parameters of every list, except filters and sort order. */
export const listParameters = (names: readonly string[]) => ({
  ...outputParameters(names),
  per_page: z
    .string()
    .regex(/^[0-9]+$/, withErrorName('invalid_format', 'must be a whole number of at least 1'))
    .transform(Number)
    .refine(value => value >= 1, withErrorName('out_of_range', 'must be at least 1'))
    .transform(value => Math.min(value, 100))
    .default(30)
    .meta(
      describe('Items per page, at most 100; a larger value means 100.', { type: 'integer', minimum: 1, default: 30 }),
    ),
  cursor: z.string().optional().meta(describe('The position of a page. Opaque: follow the URLs in the Link header.')),
  count: booleanParameter('`true` to count all items in X-Total-Count.').default(false),
  envelope: booleanParameter('`true` for an object with data, count and links.').default(false),
});

/** Search terms of 1 to 256 code points. */
export const searchParameter = z
  .string()
  .refine(value => value.trim() !== '', withErrorName('too_short', 'is empty'))
  .refine(value => [...value].length <= 256, withErrorName('too_long', 'is longer than 256 characters'))
  .refine(
    value => value.isWellFormed() && !value.includes('\0'),
    withErrorName('invalid_characters', 'contains a NUL or a lone surrogate'),
  )
  .meta(
    describe(
      'Finds items that contain all these whole words, ignoring case and accents. A word that ends in `*` matches words that begin with it; text in "…" is a phrase, as is an email address. There are no other operators.',
      {
        type: 'string',
        minLength: 1,
        maxLength: 256,
        examples: ['invoice', 'invoi*'],
      },
    ),
  );

/** A filter by assignee: the id of a person, `me`, or `null` for unassigned. */
export const assigneeFilter = z
  .union([z.literal('me'), z.literal('null'), id])
  .meta(describe('The id of the assignee, `me`, or `null` for unassigned.'));
