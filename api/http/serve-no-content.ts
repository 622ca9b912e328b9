import type { Operation } from '#contract/operation';
import type { Versioned } from './conditional.ts';
import { findForRole } from './find-resource.ts';
import { readQuery } from './parameters.ts';
import type { OperationContext, Resource, Route } from './route.ts';

/** Runs an action on a resource: 204 without a body; a request body is ignored. */
export const noContentRoute = <Row extends Versioned>(
  operation: Operation,
  resource: Resource<Row, object>,
  act: (row: Row, context: OperationContext) => Promise<void>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { response } = context;
    const row = await findForRole(operation, resource, context);
    readQuery(context);
    await act(row, context);
    response.statusCode = 204;
    response.end();
  },
});
