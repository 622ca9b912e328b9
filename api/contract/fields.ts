import { z } from 'zod';
import { emailPattern, maxEmailLength } from './email-pattern.ts';
import type { FieldErrorName } from './errors.ts';

/** Returns the options of a zod check: its message and its field error name. */
export const withErrorName = (name: FieldErrorName, message: string) => ({ error: message, params: { name } });

/** Counts code points, not UTF-16 units. */
const countCodePoints = (value: string): number => {
  let count = 0;
  for (const _ of value) count++;
  return count;
};

/** Counts the bytes of a string in UTF-8. */
export const countUtf8Bytes = (value: string): number => {
  let bytes = 0;
  for (const character of value) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
};

/** Returns false for text with NUL or lone surrogates. PostgreSQL cannot store NUL, and lone surrogates are invalid. */
export const isText = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

const controlCharacter = /[\p{Cc}\u2028\u2029]/u;

/** Text of `min` to `max` code points, with or without line breaks. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .refine(isText, withErrorName('invalid_characters', 'contains a NUL or a lone surrogate'))
    .refine(
      value => value.length <= max || countCodePoints(value) <= max,
      withErrorName('too_long', `is longer than ${max} characters`),
    )
    .refine(
      value => countCodePoints(value) >= min,
      withErrorName('too_short', min === 1 ? 'is empty' : `is shorter than ${min} characters`),
    )
    .meta({ minLength: min, maxLength: max });

/** Text on one line: no control characters. */
export const line = (max: number, min = 0) =>
  text(max, min).refine(
    value => !isText(value) || !controlCharacter.test(value),
    withErrorName('invalid_characters', 'contains a line break or another control character'),
  );

/**
 * An email address without display name or brackets, in any script (RFC 6531). RFC 5321 4.5.3.1.3 limits its length.
 */
export const email = z
  .string()
  .refine(isText, { ...withErrorName('invalid_characters', 'contains a NUL or a lone surrogate'), abort: true })
  .max(maxEmailLength, withErrorName('too_long', `is longer than ${maxEmailLength} characters`))
  .regex(emailPattern, withErrorName('invalid_format', 'is not an email address'))
  // The reference omits \p, which not every JSON Schema tool supports.
  .meta({
    pattern: '^[^\\s@<>()[\\],;:\\\\"]+@[^\\s@.<>()[\\],;:\\\\"]+(?:\\.[^\\s@.<>()[\\],;:\\\\"]+)+$',
    format: 'idn-email',
    example: 'amelie@atelier-laurent.example',
  });

/** A URL to which secrets may be sent: https, or http on this machine. */
export const secureUrl = line(2048, 1)
  .regex(
    /^(https:\/\/[^\s#@]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/[^\s#]*)?)$/,
    withErrorName('invalid_format', 'is not an https address'),
  )
  // The pattern allows malformed hosts, and ports above 65535.
  .refine(value => z.url().safeParse(value).success, withErrorName('invalid_format', 'is not an https address'));

/** Path segments with their own meaning, so clients cannot choose them as ids. */
const reservedIds = ['recently_closed', 'starred', 'me'];

/** An id that a client can choose with PUT. */
export const id = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    withErrorName(
      'invalid_format',
      'is not an id: use 1 to 64 characters of A-Z a-z 0-9 _ -, with a letter or digit first',
    ),
  )
  .refine(value => !reservedIds.includes(value), withErrorName('reserved', 'is reserved by the API'))
  .meta({ example: '1042' });

/** A UTC time with milliseconds, the format of every response. */
export const utcTime = z.iso.datetime({ precision: 3 }).meta({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  example: '2026-11-20T17:35:33.123Z',
});

/** A time in a request, in any zone; it is converted to UTC. */
export const time = z.iso
  .datetime({ offset: true, error: 'is not a time with seconds and a zone, like 2026-11-20T17:35:33Z' })
  .transform(value => new Date(value).toISOString());

export const countSchema = z.int().min(0);

/** Creates a resource schema, with its own members between the read-only members of every resource. */
export const resourceSchema = <Members extends Record<string, z.ZodType>>(members: Members) =>
  z.object({
    id: z.string().meta({ description: 'Never reused, even after deletion.' }),
    url: z.url().meta({ description: 'The URL of the resource.' }),
    ...members,
    version: z.int().min(1).meta({ description: 'Increases by one with every change.' }),
    created_at: utcTime,
    updated_at: utcTime,
  });

/** The read-only members of every resource. */
export const commonReadOnly = ['id', 'url', 'version', 'created_at', 'updated_at'] as const;

/** Creates the body schema of a POST or PUT: all fields, with defaults where given. */
export const createBodySchema = <
  Fields extends Record<string, z.ZodType>,
  Defaults extends { [K in keyof Fields]?: z.output<Fields[K]> },
>(
  fields: Fields,
  defaults: Defaults,
) => {
  const entries = Object.entries(fields).map(([name, field]) =>
    name in defaults ? [name, field.default(defaults[name])] : [name, field],
  );
  return z.strictObject(
    Object.fromEntries(entries) as {
      [K in keyof Fields]: K extends keyof Defaults ? z.ZodDefault<Fields[K]> : Fields[K];
    },
  );
};

/** Creates the body schema of a PATCH: every field is optional (RFC 7396). */
export const updateBodySchema = <Fields extends Record<string, z.ZodType>>(fields: Fields) =>
  z.strictObject(fields).partial();
