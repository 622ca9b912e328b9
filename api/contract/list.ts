import { z } from 'zod';
import { because, id } from './fields.ts';

/** One key of a sort. */
export type SortKey<Key extends string = string> = { key: Key; descending: boolean };

const maxSortKeys = 4;

/** `?pretty=` and the other switches: exactly `true` or `false`. */
const flag = z.enum(['true', 'false']).transform(value => value === 'true');

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
    .meta({ example: fallback });

/** A sort this code wrote itself. */
const parseTrustedSort = <Key extends string>(value: string): SortKey<Key>[] =>
  value.split(',').map(part => ({ key: part.replace(/^-/, '') as Key, descending: part.startsWith('-') }));

/** `?state=open,pending`: a comma list of different allowed words. */
export const oneOrMore = <Word extends string>(words: readonly Word[]) =>
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
      return [...new Set(chosen.filter(word => word !== undefined))];
    })
    .meta({ example: words[0] });

/** An instant in ISO 8601 with its zone, read into milliseconds since 1970. */
export const instant = z.iso.datetime({ offset: true, local: false }).transform(value => Date.parse(value));

/** `true` or `false` as a filter. */
export const yesOrNo = flag;

/** `?fields=a,b`: exactly these members of the representation. */
const fieldsOf = (names: readonly string[]) => oneOrMore(names);

/** What any operation takes: how the body is written. */
export const writing = (names: readonly string[]) => ({
  pretty: flag.default(true),
  fields: fieldsOf(names).optional(),
});

/** What every list takes beside its own filters and sort. */
export const paging = (names: readonly string[]) => ({
  ...writing(names),
  per_page: z
    .string()
    .regex(/^[0-9]{1,9}$/, because('bad_format', 'is a whole number from 1'))
    .transform(Number)
    .refine(value => value >= 1, because('out_of_range', 'is at least 1'))
    .transform(value => Math.min(value, 100))
    .default(30)
    .meta({ example: '30' }),
  cursor: z.string().min(1).max(1024).optional(),
  count: flag.default(false),
  envelope: flag.default(false),
});

/** The words to search for: 1 to 256 code points, no operators. */
export const search = z
  .string()
  .refine(value => value.trim() !== '', because('too_short', 'is empty'))
  .refine(value => [...value].length <= 256, because('too_long', 'is longer than 256 characters'))
  .refine(value => value.isWellFormed() && !value.includes('\0'), because('invalid_characters', 'is not text'))
  .meta({ example: 'invoice' });

/** A person as a filter: an id, the caller, or nobody. */
export const personFilter = z.union([z.literal('me'), z.literal('null'), id]);
