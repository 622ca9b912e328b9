import { z } from 'zod';
import { exampleView } from './examples.ts';
import { commonReadOnly, delta, id, line, resource, whole } from './fields.ts';
import { paging, sort, writing } from './list.ts';
import { anyRole, operation } from './operation.ts';
import { savedQuery } from './saved-query.ts';
import { commonSortKeys } from './vocabulary.ts';

/** Writable members. */
export const viewFields = {
  name: line(100, 1),
  query: savedQuery,
  shared: z.boolean().meta({ description: 'True if everyone may read it; otherwise only its owner may.' }),
};

/** Defaults of omitted members on POST and PUT. */
export const viewDefaults = { shared: false };

export const view = resource({ ...viewFields, owner_id: z.string().meta({ description: 'The id of a person.' }) }).meta(
  {
    id: 'View',
    description: 'A saved view: a name for a query of the ticket list.',
    example: exampleView,
  },
);
export type View = z.output<typeof view>;
/** The writable part of a view. */
export type ViewDraft = z.output<z.ZodObject<typeof viewFields>>;

const names = Object.keys(view.shape);
const readOnlyNames = [...commonReadOnly, 'owner_id'];
const params = z.strictObject({ view_id: z.string() });
const item = z.strictObject(writing(names));

export const listViews = operation({
  name: 'listViews',
  method: 'GET',
  path: '/views',
  summary: 'List your saved views and the shared ones',
  resource: null,
  scope: 'tickets:read',
  roles: anyRole,
  params: z.strictObject({}),
  query: z.strictObject({ ...paging(names), sort: sort(commonSortKeys, '-created_at') }),
  body: null,
  readOnly: [],
  answer: z.array(view),
  status: 200,
});

export const getView = operation({
  name: 'getView',
  method: 'GET',
  path: '/views/{view_id}',
  summary: 'Read a saved view',
  resource: 'view',
  scope: 'tickets:read',
  roles: anyRole,
  params,
  query: item,
  body: null,
  readOnly: [],
  answer: view,
  status: 200,
});

export const createView = operation({
  name: 'createView',
  example: { name: 'Waiting for me', query: 'state=open&assignee_id=me&sort=-priority', shared: false },
  method: 'POST',
  path: '/views',
  summary: 'Save a view',
  resource: null,
  scope: 'tickets:write',
  roles: anyRole,
  params: z.strictObject({}),
  query: item,
  body: whole(viewFields, viewDefaults),
  readOnly: readOnlyNames,
  answer: view,
  status: 201,
});

export const replaceView = operation({
  name: 'replaceView',
  example: { name: 'Waiting for us', query: 'state=open&awaiting_reply=true', shared: true },
  method: 'PUT',
  path: '/views/{view_id}',
  summary: 'Replace your view, or create one under this id',
  resource: 'view',
  scope: 'tickets:write',
  roles: anyRole,
  params: z.strictObject({ view_id: id }),
  query: item,
  body: whole(viewFields, viewDefaults),
  readOnly: readOnlyNames,
  answer: view,
  status: 200,
});

export const updateView = operation({
  name: 'updateView',
  example: { shared: true },
  method: 'PATCH',
  path: '/views/{view_id}',
  summary: 'Update some fields of your view (RFC 7396)',
  resource: 'view',
  scope: 'tickets:write',
  roles: anyRole,
  params,
  query: item,
  body: delta(viewFields),
  readOnly: readOnlyNames,
  answer: view,
  status: 200,
});

export const deleteView = operation({
  name: 'deleteView',
  method: 'DELETE',
  path: '/views/{view_id}',
  summary: 'Delete your view permanently',
  resource: 'view',
  scope: 'tickets:write',
  roles: anyRole,
  params,
  query: item,
  body: null,
  readOnly: [],
  answer: null,
  status: 204,
});
