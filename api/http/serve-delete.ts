import type { Operation } from '#contract/operation';
import type { WriteTransaction } from '../database/database.ts';
import type { Versioned } from './conditional.ts';
import { findForRole, findOrThrow } from './find-resource.ts';
import { readQuery } from './parameters.ts';
import type { PathParameters, Resource, Route, WriteContext } from './route.ts';
import { requirePreconditions } from './stored-state.ts';

type Remove<Row> = (writes: WriteTransaction, row: Row, context: WriteContext) => Promise<void>;

/** Locks other rows, before the transaction locks the row of the resource. */
type Lock = (writes: WriteTransaction, pathParameters: PathParameters, now: number) => Promise<void>;

/** Serves DELETE with 204. Later requests get 410, unless DELETE only resets the resource. */
export const deleteRoute = <Row extends Versioned>(
  operation: Operation,
  resource: Resource<Row, object>,
  remove: Remove<Row>,
  lock?: Lock,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { response, database, pathParameters, caller, clock } = context;
    const found = await findForRole(operation, resource, context);
    requirePreconditions(context, resource, found);
    readQuery(context);
    await database.transaction(async writes => {
      await lock?.(writes, pathParameters, clock());
      const current = await findOrThrow(resource, writes, pathParameters, caller);
      requirePreconditions(context, resource, current);
      await remove(writes, current, { caller, now: clock() });
    });
    response.statusCode = 204;
    response.end();
  },
});
