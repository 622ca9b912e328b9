import { createView, deleteView, getView, listViews, replaceView, updateView, type ViewDraft } from '#contract';
import type { Writes } from '../database/database.ts';
import { getActor } from '../http/actor.ts';
import type { PathParameters, Route, WriteContext } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { updateRoute } from '../http/serve-update.ts';
import { viewList } from './list.ts';
import { ownViewResource, type ViewDependencies, viewResource } from './resource.ts';
import type { ViewRow } from './shape.ts';

export const viewRoutes = (dependencies: ViewDependencies): Route[] => {
  const { views, publicUrl } = dependencies;
  const own = ownViewResource(dependencies);
  const insert = (writes: Writes, draft: ViewDraft, change: WriteContext & { address: PathParameters }) =>
    views.insert(writes, draft, getActor(change), change.address['view_id']);
  const update = (writes: Writes, row: ViewRow, draft: ViewDraft, change: WriteContext) =>
    views.update(writes, row, draft, getActor(change));

  return [
    listRoute(listViews, viewList(publicUrl)),
    itemRoute(getView, viewResource(dependencies)),
    createRoute(createView, own, insert),
    replaceRoute(replaceView, own, { insert, update }),
    updateRoute(updateView, own, update),
    deleteRoute(deleteView, own, (writes, row, change) => views.remove(writes, row, getActor(change))),
  ];
};
