import type { Operation } from '#contract/operation';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { Versioned } from './conditional.ts';
import { findOrThrow, requireRole } from './find-resource.ts';
import { createIdempotently, readIdempotencyKey } from './idempotency.ts';
import { addSecret } from './issued-secret.ts';
import { readOutputOptions } from './parameters.ts';
import { readBody, validateBody } from './request-body.ts';
import type { OperationContext, ParentResource, PathParameters, Resource, Route, WriteContext } from './route.ts';
import { sendCreated } from './send-created.ts';
import { createReadOnlyErrors } from './stored-state.ts';

type Insert<Draft, Row, Parent> = (
  writes: WriteTransaction,
  draft: Draft,
  context: WriteContext & { pathParameters: PathParameters; parent: Parent },
) => Promise<Row>;

/** A new row and its secret. `secret` is null if the row has none. */
type Issued<Row> = { row: Row; secret: string | null };

/** Serves POST: 201 with Location, ETag and the representation, once per Idempotency-Key. */
export const createRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  insert: Insert<Draft, Row, null>,
): Route => createRouteIn(operation, resource, withoutSecret(insert), withoutParent, unprepared);

/** Serves POST of a resource with a secret (`issuesSecret`), which only the first response contains. */
export const createSecretRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  insert: Insert<Draft, Issued<Row>, null>,
): Route => createRouteIn(operation, resource, insert, withoutParent, unprepared);

/** Serves POST below a parent resource; `insert` receives the locked parent row. */
export const createChildRoute = <Row extends Versioned, Draft extends object, Parent extends Versioned>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  insert: Insert<Draft, Row, Parent>,
  parent: ParentResource<Parent>,
): Route => createRouteIn(operation, resource, withoutSecret(insert), find(parent), unprepared);

/** Serves POST below a parent resource. `prepare` does slow work on a valid draft before the transaction. */
export const createPreparedChildRoute = <
  Row extends Versioned,
  Draft extends object,
  Parent extends Versioned,
  Prepared,
>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  prepare: Prepare<Draft, Parent, Prepared>,
  insert: Insert<Prepared, Row, Parent>,
  parent: ParentResource<Parent>,
): Route => createRouteIn(operation, resource, withoutSecret(insert), find(parent), prepare);

type Prepare<Draft, Parent, Prepared> = (
  draft: Draft,
  context: Pick<OperationContext, 'caller' | 'database' | 'clock'> & { parent: Parent },
) => Promise<Prepared>;

const withoutSecret =
  <Draft, Row, Parent>(insert: Insert<Draft, Row, Parent>): Insert<Draft, Issued<Row>, Parent> =>
  async (...args) => ({ row: await insert(...args), secret: null });

const withoutParent = async () => null;

const unprepared = async <Draft>(draft: Draft): Promise<Draft> => draft;

const find =
  <Parent extends Versioned>(parent: ParentResource<Parent>) =>
  (queries: Queries, { pathParameters, caller }: OperationContext) =>
    findOrThrow(parent, queries, pathParameters, caller);

const createRouteIn = <Row extends Versioned, Draft extends object, Parent, Prepared>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  insert: Insert<Prepared, Issued<Row>, Parent>,
  findParent: (queries: Queries, context: OperationContext) => Promise<Parent>,
  prepare: Prepare<Draft, Parent, Prepared>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { request, database, pathParameters, caller, clock } = context;
    const found = await findParent(database.read, context);
    requireRole(operation, context);
    const body = await readBody(operation, resource, context);
    const key = readIdempotencyKey(request);
    const { outputOptions, queryErrors } = readOutputOptions(context);
    const more = [...createReadOnlyErrors(Object.keys(body.readOnly)), ...queryErrors];
    const validate = () => validateBody<Row, Draft, Draft>(operation, resource, body, context, { more });
    if (queryErrors.length > 0) await validate(); // Invalid query parameters are rejected on a replay, too.
    let issued: string | null = null;
    const created = await createIdempotently(context, key, body, async () => {
      const draft = await prepare(await validate(), { caller, database, clock, parent: found });
      return async writes => {
        const parent = await findParent(writes, context);
        const { row, secret } = await insert(writes, draft, { caller, now: clock(), pathParameters, parent });
        issued = secret;
        return resource.toRepresentation(row);
      };
    });
    await sendCreated(context, addSecret(operation, context, created, issued), outputOptions);
  },
});
