import type { Operation } from '#contract/operation';
import type { Versioned } from './conditional.ts';
import { findOrRefuse, requireRole } from './find.ts';
import { readQuery } from './parameters.ts';
import type { Exchange, Resource, Route } from './route.ts';

/** A mark somebody sets on a thing, asks for or takes away (a star): 204 without a body, whatever body came. */
export const markRoute = <Row extends Versioned>(
  operation: Operation,
  resource: Resource<Row, object>,
  act: (row: Row, exchange: Exchange) => Promise<void>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(exchange) {
    const { response, database, address, caller } = exchange;
    const row = await findOrRefuse(resource, database.read, address, caller);
    requireRole(operation, exchange);
    readQuery(exchange);
    await act(row, exchange);
    response.status(204).end();
  },
});
