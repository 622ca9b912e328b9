import type { ViewDraft } from '#contract';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { ApiError } from '../http/errors.ts';
import type { Resource } from '../http/route.ts';
import { toView, type ViewRow, viewDraft } from './representation.ts';
import type { ViewStore } from './store.ts';

export type ViewDependencies = { views: ViewStore; apiPublicUrl: string };

/** Describes views to the request pipeline. Requests for another person's private view get 403. */
export const viewResource = ({ views, apiPublicUrl }: ViewDependencies): Resource<ViewRow, ViewDraft> => ({
  name: 'view',
  parameter: 'view_id',
  async find(queries, { view_id = '' }, { person }) {
    const row = await views.find(queries, view_id);
    if (row === null || row.shared === 1 || row.owner_id === person.id) return row;
    throw new ApiError('no_access', 'This view is private to another person.');
  },
  isDeleted: (queries, { view_id = '' }) => isMarkedDeleted(queries, 'view', view_id),
  toDraft: viewDraft,
  toRepresentation: toView(apiPublicUrl),
});

/** Describes the caller's own views, for writes. Everyone may read a shared view, but only its owner may write it. */
export const ownViewResource = (dependencies: ViewDependencies): Resource<ViewRow, ViewDraft> => {
  const resource = viewResource(dependencies);
  return {
    ...resource,
    async find(queries, pathParameters, caller) {
      const row = await resource.find(queries, pathParameters, caller);
      if (row === null || row.owner_id === caller.person.id) return row;
      throw new ApiError('no_access', 'Only the owner of a view can edit or delete it.');
    },
  };
};
