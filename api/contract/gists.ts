import { z } from 'zod';
import { exampleGist } from './examples.ts';
import { commonReadOnly, id, resource, text, whole } from './fields.ts';
import { changedFiles, files, gistFile } from './gist-files.ts';
import { paging, search, sort, writing, yesOrNo } from './list.ts';
import { agents, anyRole, operation } from './operation.ts';
import { commonSortKeys } from './vocabulary.ts';

/** Writable members. */
export const gistFields = {
  description: text(1000),
  public: z.boolean().meta({ description: 'True if everyone may read it; otherwise only its owner may.' }),
  files,
};

/** Defaults of omitted members on POST and PUT. */
export const gistDefaults = { description: '', public: true };

export const gist = resource({
  ...gistFields,
  files: z.record(z.string(), gistFile),
  owner_id: z.string().meta({ description: 'The id of a person.' }),
}).meta({
  id: 'Gist',
  description: 'A snippet that the team shares: a reply, a runbook, a log excerpt.',
  example: exampleGist,
});
export type Gist = z.output<typeof gist>;
/** The writable part of a gist. */
export type GistDraft = z.output<z.ZodObject<typeof gistFields>>;

const names = Object.keys(gist.shape);
const readOnlyNames = [...commonReadOnly, 'owner_id'];
const params = z.strictObject({ gist_id: z.string() });
const item = z.strictObject(writing(names));
const listQuery = { ...paging(names), sort: sort(commonSortKeys, '-created_at'), q: search.optional() };

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
    starred: yesOrNo('`true` for gists that you starred, `false` for others.').optional(),
    owner_id: z
      .union([z.literal('me'), id])
      .optional()
      .meta({ description: 'The id of the owner, or `me`.' }),
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
  example: {
    description: 'Refund of a double payment',
    files: { 'reply.md': { content: 'The second payment will be back within three days.\n' } },
  },
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
  example: {
    description: 'Refund, in short',
    files: { 'reply.md': { content: 'It will be back within three days.\n' } },
  },
  method: 'PUT',
  path: '/gists/{gist_id}',
  summary: 'Replace a gist, or create it under this id',
  resource: 'gist',
  scope: 'gists:write',
  roles: agents,
  params: z.strictObject({ gist_id: id }),
  query: item,
  body: whole(gistFields, gistDefaults),
  readOnly: readOnlyNames,
  answer: gist,
  status: 200,
});

export const updateGist = operation({
  name: 'updateGist',
  example: { files: { 'reply.md': null, 'refund.md': { content: 'It will be back within three days.\n' } } },
  method: 'PATCH',
  path: '/gists/{gist_id}',
  summary: 'Update a gist; `files` is merged, null deletes a file',
  resource: 'gist',
  scope: 'gists:write',
  roles: agents,
  params,
  query: item,
  body: z.strictObject({ ...gistFields, files: changedFiles }).partial(),
  readOnly: readOnlyNames,
  answer: gist,
  status: 200,
});

export const deleteGist = operation({
  name: 'deleteGist',
  method: 'DELETE',
  path: '/gists/{gist_id}',
  summary: 'Delete a gist permanently',
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
