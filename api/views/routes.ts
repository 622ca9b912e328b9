import { createView, deleteView, getView, listViews, replaceView, updateView, type ViewDraft } from '#contract';
import type { WriteTransaction } from '../database/database.ts';
import { getActor } from '../http/actor.ts';
import type { PathParameters, Route, WriteContext } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { updateRoute } from '../http/serve-update.ts';
import { viewList } from './list.ts';
import type { ViewRow } from './representation.ts';
import { ownViewResource, type ViewDependencies, viewResource } from './resource.ts';

export const viewRoutes = (dependencies: ViewDependencies): Route[] => {
  const { views, apiPublicUrl } = dependencies;
  const ownResource = ownViewResource(dependencies);
  const insert = (
    writes: WriteTransaction,
    draft: ViewDraft,
    context: WriteContext & { pathParameters: PathParameters },
  ) => views.insert(writes, draft, getActor(context), context.pathParameters['view_id']);
  const update = (writes: WriteTransaction, row: ViewRow, draft: ViewDraft, context: WriteContext) =>
    views.update(writes, row, draft, getActor(context));

  return [
    listRoute(listViews, viewList(apiPublicUrl)),
    itemRoute(getView, viewResource(dependencies)),
    createRoute(createView, ownResource, insert),
    replaceRoute(replaceView, ownResource, { insert, update }),
    updateRoute(updateView, ownResource, update),
    deleteRoute(deleteView, ownResource, (writes, row, context) => views.remove(writes, row, getActor(context))),
  ];
};
