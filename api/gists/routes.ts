import {
  checkStar,
  createGist,
  deleteGist,
  type GistDraft,
  getGist,
  gistFields,
  listGists,
  listStarredGists,
  replaceGist,
  starGist,
  unstarGist,
  updateGist,
} from '#contract';
import type { Writes } from '../database/database.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { getActor } from '../http/actor.ts';
import { ApiError, validationError } from '../http/errors.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { OperationContext, PathParameters, Resource, Route, WriteContext } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { type ListDefinition, listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { starRoute } from '../http/serve-star.ts';
import { updateRoute } from '../http/serve-update.ts';
import { validateWith } from '../http/validation.ts';
import { countGists, type GistQuery, readGistPage, readGistsValidator } from './list.ts';
import { type GistDelta, type GistRow, gistDraft, listReadOnlyFileMembers, mergeGist, showGist } from './shape.ts';
import * as gists from './store.ts';

export const gistRoutes = ({ publicUrl }: { publicUrl: string }): Route[] => {
  const resource: Resource<GistRow, GistDraft> = {
    name: 'gist',
    parameter: 'gist_id',
    async find(queries, { gist_id = '' }, { person }) {
      const row = await gists.findGist(queries, gist_id);
      if (row === null || row.public === 1 || row.owner_id === person.id) return row;
      throw new ApiError('no_access', 'This gist is private to another person.');
    },
    isDeleted: (queries, { gist_id = '' }) => isMarkedDeleted(queries, 'gist', gist_id),
    toDraft: gistDraft,
    toRepresentation: showGist(publicUrl),
    getNestedReadOnly: listReadOnlyFileMembers,
  };
  const insert = (
    writes: Writes,
    draft: GistDraft,
    { address, ...change }: WriteContext & { address: PathParameters },
  ) => gists.insertGist(writes, draft, getActor(change), address['gist_id']);
  const update = (writes: Writes, row: GistRow, draft: GistDraft, change: WriteContext) => {
    requireFiles(draft);
    return gists.updateStoredGist(writes, row, draft, getActor(change));
  };
  const listing: ListDefinition<GistQuery, GistRow> = {
    kind: 'gist',
    validator: (queries, _address, { person }) => readGistsValidator(queries, person.id),
    page: (queries, { query, caller, anchor, limit }) => readGistPage(queries, query, caller.person.id, anchor, limit),
    count: (queries, { query, caller }) => countGists(queries, query, caller.person.id),
    toRepresentation: resource.toRepresentation,
  };
  const starred: ListDefinition<GistQuery, GistRow> = {
    ...listing,
    page: (queries, request) => listing.page(queries, { ...request, query: { ...request.query, starred: true } }),
    count: (queries, request) => listing.count(queries, { ...request, query: { ...request.query, starred: true } }),
  };
  const writeStar =
    (change: typeof gists.star) =>
    (_found: GistRow, { database, address, caller, clock }: OperationContext) =>
      database.transaction(async writes => {
        // Finds it again and locks it: it may have been deleted since.
        const { n } = await findOrThrow(resource, writes, address, caller);
        await change(writes, caller.person.id, n, clock());
      });

  return [
    listRoute(listGists, listing),
    listRoute(listStarredGists, starred),
    itemRoute(getGist, resource),
    createRoute(createGist, resource, insert),
    replaceRoute(replaceGist, resource, { insert, update }),
    updateRoute(updateGist, resource, update, (stored, delta: GistDelta) => mergeGist(stored, delta)),
    deleteRoute(deleteGist, resource, (writes, row, change) => gists.removeGist(writes, row, getActor(change))),
    starRoute(checkStar, resource, async (row, { database, caller }) => {
      if (await gists.isStarred(database.read, caller.person.id, row.n)) return;
      throw new ApiError('not_starred', `You have not starred the gist ${JSON.stringify(row.id)}.`);
    }),
    starRoute(starGist, resource, writeStar(gists.star)),
    starRoute(unstarGist, resource, writeStar(gists.unstar)),
  ];
};

/** Validates the merged files again: a delta may remove the last file or exceed the total size. */
const requireFiles = ({ files }: GistDraft): void => {
  const { errors } = validateWith(gistFields.files, files);
  if (errors.length > 0)
    throw validationError(errors.map(error => ({ ...error, field: ['files', error.field].filter(Boolean).join('.') })));
};
