import type { Operation } from '#contract/operation';
import type { Versioned } from './conditional.ts';
import { findForRole } from './find-resource.ts';
import { readOutputOptions, readQuery } from './parameters.ts';
import { readBody, validateBody } from './request-body.ts';
import type { OperationContext, Resource, Route } from './route.ts';

/** Runs an action on a resource: 204 without a body. A request body is ignored unless the operation has one. */
export const noContentRoute = <Row extends Versioned, Instruction extends object = object>(
  operation: Operation,
  resource: Resource<Row, object>,
  act: (row: Row, context: OperationContext, instruction: Instruction) => Promise<void>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { response } = context;
    const row = await findForRole(operation, resource, context);
    await act(row, context, await readInstruction(operation, resource, context));
    response.statusCode = 204;
    response.end();
  },
});

/** Reads the query and the body of an operation. Without a body, the instruction is empty. */
const readInstruction = async <Row extends Versioned, Instruction extends object>(
  operation: Operation,
  resource: Resource<Row, object>,
  context: OperationContext,
): Promise<Instruction> => {
  if (operation.body === null) {
    readQuery(context);
    return {} as Instruction;
  }
  const body = await readBody(operation, resource, context);
  // The resource's check of references does not apply to the instruction.
  const { validateReferences: _, prepare: __, ...plain } = resource;
  const { queryErrors: more } = readOutputOptions(context);
  return validateBody<Row, object, Instruction>(operation, plain, body, context, { more });
};
