import { z } from 'zod';
import { commonSortKeys } from './enums.ts';
import { exampleView } from './examples.ts';
import { createBodySchema, line, resourceSchema, updateBodySchema } from './fields.ts';
import { listParameters, outputParameters, sortKeysParameter } from './list.ts';
import { allRoles, operation } from './operation.ts';
import { savedQuery } from './saved-query.ts';

/** Writable members. */
export const viewFields = {
  name: line(100, 1),
  query: savedQuery,
  shared: z.boolean().meta({ description: 'True if everyone may read the view; otherwise, only the owner may.' }),
};

/** Defaults of omitted members on POST and PUT. */
export const viewDefaults = { shared: false };

export const viewSchema = resourceSchema({
  ...viewFields,
  owner_id: z.string().meta({ description: 'The id of a person.' }),
}).meta({
  id: 'View',
  description: 'A saved view: a name for a query of the ticket list.',
  example: exampleView,
});
export type View = z.output<typeof viewSchema>;
/** The writable part of a view. */
export type ViewDraft = z.output<z.ZodObject<typeof viewFields>>;

const names = Object.keys(viewSchema.shape);
const read = { scope: 'tickets:read', roles: allRoles } as const;
const write = { scope: 'tickets:write', roles: allRoles } as const;

export const listViews = operation('listViews', 'GET /views', {
  summary: 'List your saved views and all shared views',
  ...read,
  query: z.strictObject({ ...listParameters(names), sort: sortKeysParameter(commonSortKeys, '-created_at') }),
  response: z.array(viewSchema),
});

export const getView = operation('getView', 'GET /views/{view_id}', {
  summary: 'Read a saved view',
  ...read,
  response: viewSchema,
});

export const createView = operation('createView', 'POST /views', {
  example: { name: 'Waiting for me', query: 'state=open&assignee_id=me&sort=-priority', shared: false },
  summary: 'Save a view',
  ...write,
  body: createBodySchema(viewFields, viewDefaults),
  response: viewSchema,
});

export const replaceView = operation('replaceView', 'PUT /views/{view_id}', {
  example: { name: 'Waiting for us', query: 'state=open&awaiting_reply=true', shared: true },
  summary: 'Replace your view, or create a view under this id',
  ...write,
  body: createBodySchema(viewFields, viewDefaults),
  response: viewSchema,
});

export const updateView = operation('updateView', 'PATCH /views/{view_id}', {
  example: { shared: true },
  summary: 'Update some fields of your view (RFC 7396)',
  ...write,
  body: updateBodySchema(viewFields),
  response: viewSchema,
});

export const deleteView = operation('deleteView', 'DELETE /views/{view_id}', {
  summary: 'Delete your view permanently',
  ...write,
  query: z.strictObject(outputParameters(names)),
});
