import { z } from 'zod';
import { because, count, isText, utf8Bytes } from './fields.ts';

const maxFileBytes = 512 * 1024;
const maxGistBytes = 1024 * 1024;
const maxFiles = 50;

const fileName = z
  .string()
  .min(1, because('too_short', 'is an empty file name'))
  .refine(value => [...value].length <= 255, because('too_long', 'is a file name longer than 255 characters'))
  .refine(
    value => value.isWellFormed() && !/[/\p{Cc}]/u.test(value),
    because('invalid_characters', 'is a file name with a slash or a control character'),
  );

const content = z
  .string()
  .refine(isText, because('invalid_characters', 'holds a NUL or a lone surrogate'))
  .refine(value => utf8Bytes(value) <= maxFileBytes, because('too_long', 'is larger than 512 KiB'))
  .meta({ maxLength: maxFileBytes });

/** What a file holds beside its content is set by the server; a body may repeat it, as it was read. */
const repeated = (type: string | string[]) => z.unknown().optional().meta({ readOnly: true, type });

const file = z
  .strictObject({
    content,
    size: repeated('integer'),
    language: repeated(['string', 'null']),
    type: repeated('string'),
  })
  .transform(({ content }) => ({ content }));

const totalBytes = (files: Record<string, { content: string }>): number =>
  Object.values(files).reduce((sum, each) => sum + utf8Bytes(each.content), 0);

/** The files of a gist by name: 1 to 50 of them, 512 KiB each, 1 MiB in all. */
export const files = z
  .record(fileName, file)
  .refine(value => Object.keys(value).length > 0, because('too_short', 'holds no file'))
  .refine(value => Object.keys(value).length <= maxFiles, because('too_long', `holds more than ${maxFiles} files`))
  .refine(value => totalBytes(value) <= maxGistBytes, because('too_long', 'is larger than 1 MiB in all'))
  .meta({ minProperties: 1, maxProperties: maxFiles, description: 'By name; `__proto__` is reserved.' });

/** The files of a PATCH: those to add or replace, and null for those to delete. */
export const changedFiles = z.record(fileName, file.nullable());

/** One file of a gist as answers show it: `size` in bytes, `language` by its name, `type` the media type. */
export const gistFile = z.object({
  content: z.string(),
  size: count,
  language: z.string().nullable(),
  type: z.string(),
});
