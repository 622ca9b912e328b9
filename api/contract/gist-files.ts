import { z } from 'zod';
import { countSchema, countUtf8Bytes, isText, withErrorName } from './fields.ts';

const maxFileBytes = 512 * 1024;
const maxGistBytes = 1024 * 1024;
const maxFiles = 50;

const fileName = z
  .string()
  .min(1, withErrorName('too_short', 'is an empty file name'))
  .refine(value => [...value].length <= 255, withErrorName('too_long', 'is a file name longer than 255 characters'))
  .refine(
    value => value.isWellFormed() && !/[/\p{Cc}]/u.test(value),
    withErrorName('invalid_characters', 'is a file name with a slash or a control character'),
  );

const content = z
  .string()
  .refine(isText, withErrorName('invalid_characters', 'contains a NUL or a lone surrogate'))
  .refine(value => countUtf8Bytes(value) <= maxFileBytes, withErrorName('too_long', 'is larger than 512 KiB'))
  .meta({ maxLength: maxFileBytes });

/** A read-only member of a file; a request body may repeat it unchanged. */
const readOnlyMember = (type: string | string[]) => z.unknown().optional().meta({ readOnly: true, type });

const file = z
  .strictObject({
    content,
    size: readOnlyMember('integer'),
    language: readOnlyMember(['string', 'null']),
    type: readOnlyMember('string'),
  })
  .transform(({ content }) => ({ content }));

const totalBytes = (files: Record<string, { content: string }>): number =>
  Object.values(files).reduce((sum, each) => sum + countUtf8Bytes(each.content), 0);

/** The 1 to 50 files of a gist by name. Each has at most 512 KiB; together they have at most 1 MiB. */
export const gistFiles = z
  .record(fileName, file)
  .refine(value => Object.keys(value).length > 0, withErrorName('too_short', 'contains no file'))
  .refine(
    value => Object.keys(value).length <= maxFiles,
    withErrorName('too_long', `contains more than ${maxFiles} files`),
  )
  .refine(value => totalBytes(value) <= maxGistBytes, withErrorName('too_long', 'is larger than 1 MiB in total'))
  .meta({ minProperties: 1, maxProperties: maxFiles, description: 'Files by name; `__proto__` is reserved.' });

/** The files of a PATCH to add or replace; null deletes a file. */
export const changedFiles = z.record(fileName, file.nullable());

/** A file of a gist in responses. `size` is in bytes, `type` a media type. */
export const gistFile = z.object({
  content: z.string(),
  size: countSchema,
  language: z.string().nullable(),
  type: z.string(),
});
