import { z } from 'zod';
import { because, common, commonReadOnly, count, id, text, utf8Bytes, whole } from './fields.ts';
import { paging, search, sort, writing, yesOrNo } from './list.ts';
import { agents, anyRole, operation } from './operation.ts';
import { commonSortKeys } from './vocabulary.ts';

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

const content = text(maxFileBytes).refine(
  value => utf8Bytes(value) <= maxFileBytes,
  because('too_long', 'is larger than 512 KiB'),
);

const file = z.strictObject({ content });

const totalBytes = (files: Record<string, { content: string } | null>): number =>
  Object.values(files).reduce((sum, each) => sum + (each === null ? 0 : utf8Bytes(each.content)), 0);

const files = z
  .record(fileName, file)
  .refine(value => Object.keys(value).length > 0, because('too_short', 'holds no file'))
  .refine(value => Object.keys(value).length <= maxFiles, because('too_long', `holds more than ${maxFiles} files`))
  .refine(value => totalBytes(value) <= maxGistBytes, because('too_long', 'is larger than 1 MiB in all'));

/** The members a caller writes. */
export const gistFields = { description: text(1000), public: z.boolean(), files };

/** What an omitted member becomes on POST and PUT. */
export const gistDefaults = { description: '', public: true };

/** One file of a gist as answers show it: `size` in bytes, `language` by its name, `type` the media type. */
export const gistFile = z.object({
  content: z.string(),
  size: count,
  language: z.string().nullable(),
  type: z.string(),
});

/** A snippet the team shares: a reply, a runbook, a log excerpt. */
export const gist = z.object({
  id: common.id,
  url: common.url,
  description: gistFields.description,
  public: gistFields.public,
  files: z.record(z.string(), gistFile),
  owner_id: z.string(),
  version: common.version,
  created_at: common.created_at,
  updated_at: common.updated_at,
});
export type Gist = z.output<typeof gist>;
/** The writable part of a gist. */
export type GistDraft = z.output<z.ZodObject<typeof gistFields>>;

const names = Object.keys(gist.shape);
const readOnlyNames = [...commonReadOnly, 'owner_id'];
const params = z.strictObject({ gist_id: z.string() });
const item = z.strictObject(writing(names));
const listQuery = { ...paging(names), sort: sort(commonSortKeys, '-created_at'), q: search.optional() };

/** A body sent back as it was read holds the read-only members of each file; they are left aside. */
const readBackFile = z
  .strictObject({
    content,
    size: z.unknown().optional(),
    language: z.unknown().optional(),
    type: z.unknown().optional(),
  })
  .transform(({ content }) => ({ content }));

export const listGists = operation({
  name: 'listGists',
  method: 'GET',
  path: '/gists',
  summary: 'List the gists you may see',
  resource: null,
  scope: 'gists:read',
  roles: anyRole,
  params: z.strictObject({}),
  query: z.strictObject({
    ...listQuery,
    starred: yesOrNo.optional(),
    owner_id: z.union([z.literal('me'), id]).optional(),
  }),
  body: null,
  readOnly: [],
  answer: z.array(gist),
  status: 200,
});

export const listStarredGists = operation({
  name: 'listStarredGists',
  method: 'GET',
  path: '/gists/starred',
  summary: 'List the gists you starred',
  resource: null,
  scope: 'gists:read',
  roles: anyRole,
  params: z.strictObject({}),
  query: z.strictObject(listQuery),
  body: null,
  readOnly: [],
  answer: z.array(gist),
  status: 200,
});

export const getGist = operation({
  name: 'getGist',
  method: 'GET',
  path: '/gists/{gist_id}',
  summary: 'Read a gist',
  resource: 'gist',
  scope: 'gists:read',
  roles: anyRole,
  params,
  query: item,
  body: null,
  readOnly: [],
  answer: gist,
  status: 200,
});

export const createGist = operation({
  name: 'createGist',
  method: 'POST',
  path: '/gists',
  summary: 'Create a gist',
  resource: null,
  scope: 'gists:write',
  roles: agents,
  params: z.strictObject({}),
  query: item,
  body: whole(gistFields, gistDefaults),
  readOnly: readOnlyNames,
  answer: gist,
  status: 201,
});

export const replaceGist = operation({
  name: 'replaceGist',
  method: 'PUT',
  path: '/gists/{gist_id}',
  summary: 'Replace a gist, or create it under this id',
  resource: 'gist',
  scope: 'gists:write',
  roles: agents,
  params: z.strictObject({ gist_id: id }),
  query: item,
  body: whole({ ...gistFields, files: z.record(fileName, readBackFile).pipe(files) }, gistDefaults),
  readOnly: readOnlyNames,
  answer: gist,
  status: 200,
});

export const updateGist = operation({
  name: 'updateGist',
  method: 'PATCH',
  path: '/gists/{gist_id}',
  summary: 'Change a gist; `files` merges, null deletes a file',
  resource: 'gist',
  scope: 'gists:write',
  roles: agents,
  params,
  query: item,
  body: z.strictObject({ ...gistFields, files: z.record(fileName, readBackFile.nullable()) }).partial(),
  readOnly: readOnlyNames,
  answer: gist,
  status: 200,
});

export const deleteGist = operation({
  name: 'deleteGist',
  method: 'DELETE',
  path: '/gists/{gist_id}',
  summary: 'Delete a gist for good',
  resource: 'gist',
  scope: 'gists:write',
  roles: agents,
  params,
  query: item,
  body: null,
  readOnly: [],
  answer: null,
  status: 204,
});

const star = {
  path: '/gists/{gist_id}/star',
  resource: 'gist',
  roles: anyRole,
  params,
  query: z.strictObject({ pretty: writing([]).pretty }),
  body: null,
  readOnly: [],
  answer: null,
  status: 204,
} as const;

export const checkStar = operation({
  ...star,
  name: 'checkStar',
  method: 'GET',
  summary: 'Tell whether you starred a gist: 204 or 404',
  scope: 'gists:read',
});

export const starGist = operation({
  ...star,
  name: 'starGist',
  method: 'PUT',
  summary: 'Star a gist',
  scope: 'gists:write',
});

export const unstarGist = operation({
  ...star,
  name: 'unstarGist',
  method: 'DELETE',
  summary: 'Take your star off a gist',
  scope: 'gists:write',
});
