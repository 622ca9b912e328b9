import type { Operation } from '#contract/operation';
import type { Versioned } from './conditional.ts';
import { findOrThrow, requireRole } from './find-resource.ts';
import { readQuery } from './parameters.ts';
import type { OperationContext, Resource, Route } from './route.ts';

/** Serves a star: 204 without a body; a request body is ignored. */
export const starRoute = <Row extends Versioned>(
  operation: Operation,
  resource: Resource<Row, object>,
  act: (row: Row, context: OperationContext) => Promise<void>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { response, database, pathParameters, caller } = context;
    const row = await findOrThrow(resource, database.read, pathParameters, caller);
    requireRole(operation, context);
    readQuery(context);
    await act(row, context);
    response.statusCode = 204;
    response.end();
  },
});
