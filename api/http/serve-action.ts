import type { Operation } from '#contract/operation';
import type { WriteTransaction } from '../database/database.ts';
import type { Versioned } from './conditional.ts';
import { findForRole, findOrThrow } from './find-resource.ts';
import { readOutputOptions } from './parameters.ts';
import { readBody, validateBody } from './request-body.ts';
import type { PathParameters, Resource, Route, WriteContext } from './route.ts';
import { sendItem } from './serve-item.ts';
import { compareReadOnly, requireNoConflict, requirePreconditions } from './stored-state.ts';

/** Locks other rows, before the transaction locks the row of the resource. */
type Lock<Draft> = (
  writes: WriteTransaction,
  pathParameters: PathParameters,
  draft: Draft,
  now: number,
) => Promise<void>;

type Act<Row, Draft> = (writes: WriteTransaction, row: Row, draft: Draft, context: WriteContext) => Promise<Row>;

/** Serves a PUT that runs an action on a resource: 200 with the resource. A repeated PUT runs the action again. */
export const actionRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  act: Act<Row, Draft>,
  lock?: Lock<Draft>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { database, pathParameters, caller, clock } = context;
    const found = await findForRole(operation, resource, context);
    const body = await readBody(operation, resource, context);
    requirePreconditions(context, resource, found);
    const { outputOptions, queryErrors } = readOutputOptions(context);
    const draft = await validateBody<Row, Draft, Draft>(operation, resource, body, context, {
      more: queryErrors,
      getMore: () => compareReadOnly(resource, found, body.readOnly),
    });
    const row = await database.transaction(async writes => {
      await lock?.(writes, pathParameters, draft, clock());
      const current = await findOrThrow(resource, writes, pathParameters, caller);
      requirePreconditions(context, resource, current);
      requireNoConflict(resource, current, draft, body.readOnly);
      return act(writes, current, draft, { caller, now: clock() });
    });
    await sendItem(context, resource.toRepresentation(row), outputOptions);
  },
});
