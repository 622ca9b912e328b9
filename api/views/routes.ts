import type { z } from 'zod';
import { createView, deleteView, getView, listViews, replaceView, updateView, type ViewDraft } from '#contract';
import { getChangeCount } from '../database/counters.ts';
import type { Writes } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { ApiError } from '../http/errors.ts';
import type { PathParameters, Resource, Route, WriteContext } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { type ListDefinition, listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { updateRoute } from '../http/serve-update.ts';
import { showView, type ViewRow, viewDraft } from './shape.ts';
import * as views from './store.ts';

export const viewRoutes = ({ publicUrl }: { publicUrl: string }): Route[] => {
  const visible: Resource<ViewRow, ViewDraft> = {
    name: 'view',
    parameter: 'view_id',
    async find(queries, { view_id = '' }, { person }) {
      const row = await views.findView(queries, view_id);
      if (row === null || row.shared === 1 || row.owner_id === person.id) return row;
      throw new ApiError('no_access', 'This view is private to another person.');
    },
    isDeleted: (queries, { view_id = '' }) => isMarkedDeleted(queries, 'view', view_id),
    toDraft: viewDraft,
    toRepresentation: showView(publicUrl),
  };
  // A shared view can be read by all, but written only by its owner.
  const own: typeof visible = {
    ...visible,
    async find(queries, address, caller) {
      const row = await visible.find(queries, address, caller);
      if (row === null || row.owner_id === caller.person.id) return row;
      throw new ApiError('no_access', 'Only its owner can edit or delete a view.');
    },
  };
  const insert = (
    writes: Writes,
    draft: ViewDraft,
    { caller, now, address }: WriteContext & { address: PathParameters },
  ) => views.insertView(writes, draft, { ownerId: caller.person.id, now }, address['view_id']);
  const update = (writes: Writes, row: ViewRow, draft: ViewDraft, { now }: WriteContext) =>
    views.updateStoredView(writes, row, draft, now);
  const listing: ListDefinition<z.output<typeof listViews.query>, ViewRow> = {
    kind: 'view',
    validator: async queries => String(await getChangeCount(queries, 'views.changes')),
    page: (queries, { query, caller, anchor, limit }) => {
      const sort = sortColumns(query.sort);
      return views.readViewPage(queries, caller.person.id, sort, anchor, limit);
    },
    count: (queries, { caller }) => views.countViews(queries, caller.person.id),
    toRepresentation: visible.toRepresentation,
  };

  return [
    listRoute(listViews, listing),
    itemRoute(getView, visible),
    createRoute(createView, own, insert),
    replaceRoute(replaceView, own, { insert, update }),
    updateRoute(updateView, own, update),
    deleteRoute(deleteView, own, (writes, row, { now }) => views.removeView(writes, row, now)),
  ];
};
