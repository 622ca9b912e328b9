import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { Versioned } from './conditional.ts';
import { findForRole, requireRole } from './find-resource.ts';
import { readOutputOptions, readQuery } from './parameters.ts';
import { readBody, validateBody } from './request-body.ts';
import type { OperationContext, Resource, Route } from './route.ts';
import type { EntityKind } from './versions/version-converter.ts';

/** Serves an action on a resource: 204 without a body. A request body is ignored unless the operation has one. */
export const noContentRoute = <Row extends Versioned, Input extends object = object>(
  operation: Operation,
  resource: Resource<Row, object>,
  act: (row: Row, context: OperationContext, input: Input) => Promise<void>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { response } = context;
    const row = await findForRole(operation, resource, context);
    await act(row, context, await readInput<Input>(operation, context));
    response.statusCode = 204;
    response.end();
  },
});

/** Serves an action that concerns no single resource: 204. */
export const collectionActionRoute = <O extends Operation & { body: z.ZodType<object> }>(
  operation: O,
  kind: EntityKind,
  act: (input: z.output<O['body']>, context: OperationContext) => Promise<void>,
): Route => ({
  operation,
  kind,
  async serve(context) {
    const { response } = context;
    requireRole(operation, context);
    await act(await readInput<z.output<O['body']>>(operation, context), context);
    response.statusCode = 204;
    response.end();
  },
});

/** Reads the query and the body of an operation. Without a body, the input is empty. */
const readInput = async <Input extends object>(operation: Operation, context: OperationContext): Promise<Input> => {
  if (operation.body === null) {
    readQuery(context);
    return {} as Input;
  }
  const { queryErrors: more } = readOutputOptions(context);
  const body = await readBody(operation, {}, context);
  // `validateReferences` and `prepare` apply to drafts of the resource, not to this input.
  return validateBody<Versioned, object, Input>(operation, {}, body, context, { more });
};
