import type { GistDraft } from '#contract';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { ApiError } from '../http/errors.ts';
import type { Resource } from '../http/route.ts';
import { type GistRow, gistDraft, listReadOnlyFileMembers, toGist } from './representation.ts';
import type { GistStore } from './store.ts';

export type GistDependencies = { gists: GistStore; apiPublicUrl: string };

/** Describes gists to the request pipeline. */
export const gistResource = ({ gists, apiPublicUrl }: GistDependencies): Resource<GistRow, GistDraft> => ({
  name: 'gist',
  parameter: 'gist_id',
  async find(queries, { gist_id = '' }, { person }) {
    const row = await gists.find(queries, gist_id);
    if (row === null || row.public === 1 || row.owner_id === person.id) return row;
    throw new ApiError('no_access', 'This gist is private to another person.');
  },
  isDeleted: (queries, { gist_id = '' }) => isMarkedDeleted(queries, 'gist', gist_id),
  toDraft: gistDraft,
  toRepresentation: toGist(apiPublicUrl),
  getNestedReadOnly: listReadOnlyFileMembers,
});
