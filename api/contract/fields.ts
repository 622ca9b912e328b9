import { z } from 'zod';
import type { FieldErrorName } from './errors.ts';

/** The last part of a check: its message, and which entry code of a 422 it becomes. */
export const because = (name: FieldErrorName, message: string) => ({ error: message, params: { name } });

/** Length as people count it: code points, not UTF-16 units. */
const codePoints = (value: string): number => {
  let count = 0;
  for (const _ of value) count++;
  return count;
};

/** Length in UTF-8. */
export const utf8Bytes = (value: string): number => {
  let bytes = 0;
  for (const character of value) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
};

/** NUL cannot be stored by every engine, and a lone surrogate is not text. */
export const isText = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

const controlCharacter = /[\p{Cc}\u2028\u2029]/u;

/** Text of `min` to `max` code points, line breaks welcome. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .refine(isText, because('invalid_characters', 'holds a NUL or a lone surrogate'))
    .refine(
      value => value.length <= max || codePoints(value) <= max,
      because('too_long', `is longer than ${max} characters`),
    )
    .refine(
      value => codePoints(value) >= min,
      because('too_short', min === 1 ? 'is empty' : `is shorter than ${min} characters`),
    )
    .meta({ minLength: min, maxLength: max });

/** Text on one line: no control characters. */
export const line = (max: number, min = 0) =>
  text(max, min).refine(
    value => !isText(value) || !controlCharacter.test(value),
    because('invalid_characters', 'holds a line break or another control character'),
  );

const emailForm = /^[^\s\p{Cc}@<>()[\],;:\\"]+@[^\s\p{Cc}@.<>()[\],;:\\"]+(?:\.[^\s\p{Cc}@.<>()[\],;:\\"]+)+$/u;

/**
 * An e-mail address of at most 254 characters (RFC 5321 4.5.3.1.3), in any script (RFC 6531), and nothing around it: no name,
 * no brackets, no second one.
 */
export const email = z
  .string()
  .refine(isText, { ...because('invalid_characters', 'holds a NUL or a lone surrogate'), abort: true })
  .max(254, because('too_long', 'is longer than 254 characters'))
  .regex(emailForm, because('bad_format', 'is not an e-mail address'))
  // In the reference without \p, which not every reader of JSON Schema knows.
  .meta({
    pattern: '^[^\\s@<>()[\\],;:\\\\"]+@[^\\s@.<>()[\\],;:\\\\"]+(?:\\.[^\\s@.<>()[\\],;:\\\\"]+)+$',
    format: 'idn-email',
    example: 'amelie@atelier-laurent.example',
  });

/** Words an address uses for something else. */
const reservedIds = ['recently_closed', 'starred', 'me'];

/** An id as a caller may choose it with PUT. */
export const id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, because('bad_format', 'is not an id: 1 to 64 of A-Z a-z 0-9 _ -'))
  .refine(value => !reservedIds.includes(value), because('reserved', 'is a word the API uses itself'))
  .meta({ example: '1042' });

/** A UTC time with milliseconds, as every answer writes it. */
export const time = z.iso.datetime({ precision: 3 }).meta({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  example: '2026-11-20T17:35:33.123Z',
});

/** A whole number from 0. */
export const count = z.int().min(0);

/** A resource: its own members between those that every resource carries, which are read-only. */
export const resource = <Members extends Record<string, z.ZodType>>(members: Members) =>
  z.object({
    id: z.string().meta({ description: 'Never used again, even after a deletion.' }),
    url: z.url().meta({ description: 'Where it is.' }),
    ...members,
    version: z.int().min(1).meta({ description: 'Grows by one with every change that changes something.' }),
    created_at: time,
    updated_at: time,
  });

/** The members every resource carries. */
export const commonReadOnly = ['id', 'url', 'version', 'created_at', 'updated_at'] as const;

/** The same fields, each with its default where it has one: the body of a POST or PUT. */
export const whole = <
  Fields extends Record<string, z.ZodType>,
  Defaults extends { [K in keyof Fields]?: z.output<Fields[K]> },
>(
  fields: Fields,
  defaults: Defaults,
) => {
  const filled = Object.entries(fields).map(([name, field]) =>
    name in defaults ? [name, field.default(defaults[name])] : [name, field],
  );
  return z.strictObject(
    Object.fromEntries(filled) as {
      [K in keyof Fields]: K extends keyof Defaults ? z.ZodDefault<Fields[K]> : Fields[K];
    },
  );
};

/** Any of the fields, none required: the body of a PATCH (RFC 7396). */
export const delta = <Fields extends Record<string, z.ZodType>>(fields: Fields) => z.strictObject(fields).partial();
