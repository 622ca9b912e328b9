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
import { byOf } from '../http/by.ts';
import { ApiError, invalid } from '../http/errors.ts';
import { findOrRefuse } from '../http/find.ts';
import type { Address, Change, Exchange, Resource, Route } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { type Listing, listRoute } from '../http/serve-list.ts';
import { markRoute } from '../http/serve-mark.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { updateRoute } from '../http/serve-update.ts';
import { check } from '../http/validation.ts';
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
    isGone: (queries, { gist_id = '' }) => isMarkedDeleted(queries, 'gist', gist_id),
    draft: gistDraft,
    show: showGist(publicUrl),
    readOnlyWithin: listReadOnlyFileMembers,
  };
  const insert = (writes: Writes, draft: GistDraft, { address, ...change }: Change & { address: Address }) =>
    gists.insertGist(writes, draft, byOf(change), address['gist_id']);
  const update = (writes: Writes, row: GistRow, draft: GistDraft, change: Change) => {
    requireFiles(draft);
    return gists.updateStoredGist(writes, row, draft, byOf(change));
  };
  const listing: Listing<GistQuery, GistRow> = {
    kind: 'gist',
    validator: (queries, _address, { person }) => readGistsValidator(queries, person.id),
    page: (queries, { query, caller, place, limit }) => readGistPage(queries, query, caller.person.id, place, limit),
    count: (queries, { query, caller }) => countGists(queries, query, caller.person.id),
    show: resource.show,
  };
  const starred: Listing<GistQuery, GistRow> = {
    ...listing,
    page: (queries, request) => listing.page(queries, { ...request, query: { ...request.query, starred: true } }),
    count: (queries, request) => listing.count(queries, { ...request, query: { ...request.query, starred: true } }),
  };
  const writeStar =
    (change: typeof gists.star) =>
    (_found: GistRow, { database, address, caller, clock }: Exchange) =>
      database.transaction(async writes => {
        // Finds it again and locks it: it may have been deleted since.
        const { n } = await findOrRefuse(resource, writes, address, caller);
        await change(writes, caller.person.id, n, clock());
      });

  return [
    listRoute(listGists, listing),
    listRoute(listStarredGists, starred),
    itemRoute(getGist, resource),
    createRoute(createGist, resource, insert),
    replaceRoute(replaceGist, resource, { insert, update }),
    updateRoute(updateGist, resource, update, (stored, delta: GistDelta) => mergeGist(stored, delta)),
    deleteRoute(deleteGist, resource, (writes, row, change) => gists.removeGist(writes, row, byOf(change))),
    markRoute(checkStar, resource, async (row, { database, caller }) => {
      if (await gists.isStarred(database.read, caller.person.id, row.n)) return;
      throw new ApiError('not_starred', `You have not starred the gist ${JSON.stringify(row.id)}.`);
    }),
    markRoute(starGist, resource, writeStar(gists.star)),
    markRoute(unstarGist, resource, writeStar(gists.unstar)),
  ];
};

/** Validates the merged files again: a delta may remove the last file or exceed the total size. */
const requireFiles = ({ files }: GistDraft): void => {
  const { errors } = check(gistFields.files, files);
  if (errors.length > 0)
    throw invalid(errors.map(error => ({ ...error, field: ['files', error.field].filter(Boolean).join('.') })));
};
