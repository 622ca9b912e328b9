import { deleteTag, getTag, listTags, mergeTag, replaceTag } from '#contract';
import type { WriteTransaction } from '../database/database.ts';
import { getActor } from '../http/actor.ts';
import { ApiError } from '../http/errors.ts';
import type { Route, WriteContext } from '../http/route.ts';
import { actionRoute } from '../http/serve-action.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { tagList } from './list.ts';
import type { TagRow } from './representation.ts';
import { requireDescription, type TagDependencies, tagMergeResource, tagResource } from './resource.ts';
import { TagChangingError } from './store.ts';

export const tagRoutes = (dependencies: TagDependencies): Route[] => {
  const { tags, apiPublicUrl } = dependencies;
  const resource = tagResource(dependencies);

  const remove = (writes: WriteTransaction, row: TagRow, into: string | null, context: WriteContext) =>
    tags.remove(writes, row, into, getActor(context)).catch(rejectChanging);

  return [
    listRoute(listTags, tagList(apiPublicUrl)),
    itemRoute(getTag, resource),
    replaceRoute(replaceTag, resource, {
      insert(writes, draft, context) {
        requireDescription(draft, 0);
        const { name = '' } = context.pathParameters;
        return tags.insert(writes, name, draft, getActor(context)).catch(rejectChanging);
      },
      update(writes, row, draft, context) {
        requireDescription(draft, row.tickets);
        return tags.update(writes, row, draft, getActor(context)).catch(rejectChanging);
      },
    }),
    actionRoute(
      mergeTag,
      tagMergeResource(dependencies),
      (writes, row, { into }, context) => remove(writes, row, into, context),
      (writes, { name = '' }, { into }, now) => tags.lockForRemoval(writes, name, into, now),
    ),
    deleteRoute(
      deleteTag,
      resource,
      async (writes, row, context) => {
        await remove(writes, row, null, context);
      },
      (writes, { name = '' }, now) => tags.lockForRemoval(writes, name, null, now),
    ),
  ];
};

/** @throws ApiError 409 */
const rejectChanging = (error: unknown): never => {
  throw error instanceof TagChangingError ? new ApiError('tag_changing', error.message, { differences: [] }) : error;
};
