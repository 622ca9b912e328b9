import { z } from 'zod';
import { commonSortKeys } from './enums.ts';
import { exampleGist } from './examples.ts';
import { createBodySchema, id, resourceSchema, text } from './fields.ts';
import { changedFiles, gistFile, gistFiles } from './gist-files.ts';
import { booleanParameter, listParameters, outputParameters, searchParameter, sortKeysParameter } from './list.ts';
import { agentRoles, allRoles, operation } from './operation.ts';

/** Writable members. */
export const gistFields = {
  description: text(1000),
  public: z.boolean().meta({ description: 'True if everyone may read the gist; otherwise, only the owner may.' }),
  files: gistFiles,
};

/** Defaults of omitted members on POST and PUT. */
export const gistDefaults = { description: '', public: true };

export const gistSchema = resourceSchema({
  ...gistFields,
  files: z.record(z.string(), gistFile),
  owner_id: z.string().meta({ description: 'The id of a person.' }),
}).meta({
  id: 'Gist',
  description: 'A snippet that the team shares: a reply, a runbook, a log excerpt.',
  example: exampleGist,
});
export type Gist = z.output<typeof gistSchema>;
/** The writable part of a gist. */
export type GistDraft = z.output<z.ZodObject<typeof gistFields>>;

const names = Object.keys(gistSchema.shape);
const read = { scope: 'gists:read', roles: allRoles } as const;
const write = { scope: 'gists:write', roles: agentRoles } as const;
const listQuery = {
  ...listParameters(names),
  sort: sortKeysParameter(commonSortKeys, '-created_at'),
  q: searchParameter.optional().meta({
    description: `${searchParameter.description} Searches the description, file names and contents.`,
  }),
};

export const listGists = operation('listGists', 'GET /gists', {
  summary: 'List the gists you may see',
  ...read,
  query: z.strictObject({
    ...listQuery,
    starred: booleanParameter('`true` for gists that you starred, `false` for all others.').optional(),
    owner_id: z
      .union([z.literal('me'), id])
      .optional()
      .meta({ description: 'The id of the owner, or `me`.' }),
  }),
  response: z.array(gistSchema),
});

export const listStarredGists = operation('listStarredGists', 'GET /gists/starred', {
  summary: 'List the gists you starred',
  ...read,
  query: z.strictObject(listQuery),
  response: z.array(gistSchema),
});

export const getGist = operation('getGist', 'GET /gists/{gist_id}', {
  summary: 'Read a gist',
  ...read,
  response: gistSchema,
});

export const createGist = operation('createGist', 'POST /gists', {
  example: {
    description: 'Refund of a double payment',
    files: { 'reply.md': { content: 'The second payment will be back within three days.\n' } },
  },
  summary: 'Create a gist',
  ...write,
  body: createBodySchema(gistFields, gistDefaults),
  response: gistSchema,
});

export const replaceGist = operation('replaceGist', 'PUT /gists/{gist_id}', {
  example: {
    description: 'Refund, in short',
    files: { 'reply.md': { content: 'It will be back within three days.\n' } },
  },
  summary: 'Replace a gist, or create it under this id',
  ...write,
  body: createBodySchema(gistFields, gistDefaults),
  response: gistSchema,
});

export const updateGist = operation('updateGist', 'PATCH /gists/{gist_id}', {
  example: { files: { 'reply.md': null, 'refund.md': { content: 'It will be back within three days.\n' } } },
  summary: 'Update a gist; `files` is merged, null deletes a file',
  ...write,
  body: z.strictObject({ ...gistFields, files: changedFiles }).partial(),
  response: gistSchema,
});

export const deleteGist = operation('deleteGist', 'DELETE /gists/{gist_id}', {
  summary: 'Delete a gist permanently',
  ...write,
  query: z.strictObject(outputParameters(names)),
});
