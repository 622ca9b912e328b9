import type { Operation } from '#contract/operation';
import type { Writes } from '../database/database.ts';
import type { Versioned } from './conditional.ts';
import { findOrThrow, requireRole } from './find-resource.ts';
import { readQuery } from './parameters.ts';
import type { Resource, Route, WriteContext } from './route.ts';
import { requirePreconditions } from './stored-state.ts';

type Remove<Row> = (writes: Writes, row: Row, change: WriteContext) => Promise<void>;

/** DELETE: 204, and 410 afterwards. */
export const deleteRoute = <Row extends Versioned>(
  operation: Operation,
  resource: Resource<Row, object>,
  remove: Remove<Row>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(exchange) {
    const { response, database, address, caller, clock } = exchange;
    const found = await findOrThrow(resource, database.read, address, caller);
    requireRole(operation, exchange);
    requirePreconditions(exchange, resource, found);
    readQuery(exchange);
    await database.transaction(async writes => {
      const current = await findOrThrow(resource, writes, address, caller);
      requirePreconditions(exchange, resource, current);
      await remove(writes, current, { caller, now: clock() });
    });
    response.statusCode = 204;
    response.end();
  },
});
