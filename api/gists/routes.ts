import {
  createGist,
  deleteGist,
  type GistDraft,
  getGist,
  gistFields,
  listGists,
  listStarredGists,
  replaceGist,
  updateGist,
} from '#contract';
import type { WriteTransaction } from '../database/database.ts';
import { getActor } from '../http/actor.ts';
import { requireNoErrors } from '../http/errors.ts';
import type { PathParameters, Route, WriteContext } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { updateRoute } from '../http/serve-update.ts';
import { validateWith } from '../http/validation.ts';
import { gistList, starredGistList } from './list.ts';
import { type GistRow, mergeGist } from './representation.ts';
import { type GistDependencies, gistResource } from './resource.ts';
import { starRoutes } from './stars.ts';

export const gistRoutes = (dependencies: GistDependencies): Route[] => {
  const { gists, apiPublicUrl } = dependencies;
  const resource = gistResource(dependencies);
  const insert = (
    writes: WriteTransaction,
    draft: GistDraft,
    context: WriteContext & { pathParameters: PathParameters },
  ) => gists.insert(writes, draft, getActor(context), context.pathParameters['gist_id']);
  const update = (writes: WriteTransaction, row: GistRow, draft: GistDraft, context: WriteContext) => {
    requireFiles(draft);
    return gists.update(writes, row, draft, getActor(context));
  };

  return [
    listRoute(listGists, gistList(apiPublicUrl)),
    listRoute(listStarredGists, starredGistList(apiPublicUrl)),
    itemRoute(getGist, resource),
    createRoute(createGist, resource, insert),
    replaceRoute(replaceGist, resource, { insert, update }),
    updateRoute(updateGist, resource, update, mergeGist),
    deleteRoute(deleteGist, resource, (writes, row, context) => gists.remove(writes, row, getActor(context))),
    ...starRoutes(resource),
  ];
};

/** Validates the merged files. A delta may remove the last file, or add too many files or bytes. */
const requireFiles = ({ files }: GistDraft): void => {
  const { errors } = validateWith(gistFields.files, files);
  requireNoErrors(errors.map(error => ({ ...error, field: ['files', error.field].filter(Boolean).join('.') })));
};
