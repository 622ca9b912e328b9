import type { Operation } from '#contract/operation';
import type { Queries } from '../database/database.ts';
import type { Versioned } from './conditional.ts';
import { goneError, methodNotAllowedError, notFoundError } from './errors.ts';
import type { Principal } from './principal.ts';
import type { OperationContext, PathParameters, Resource } from './route.ts';

/**
 * Returns whether the id is well-formed, or the path has no id (`/people/me`). Malformed ids never reach the store:
 * PostgreSQL rejects NUL.
 */
const isWellFormed = (
  pathParameters: PathParameters,
  { parameter, isWellFormed = hasIdFormat }: Pick<Resource<Versioned, object>, 'parameter' | 'isWellFormed'>,
): boolean => isWellFormed(pathParameters[parameter] ?? 'me');

/** Returns whether text has the form of an id. */
export const hasIdFormat = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id);

/**
 * Finds the resource that the path parameters name.
 * @throws ApiError 404 when it never existed, 410 when it was deleted, 403 when the caller may not see it
 */
export const findOrThrow = async <Row extends Versioned>(
  resource: Pick<Resource<Row, object>, 'name' | 'parameter' | 'isWellFormed' | 'find' | 'isDeleted'>,
  queries: Queries,
  pathParameters: PathParameters,
  caller: Principal,
): Promise<Row> => {
  const id = pathParameters[resource.parameter] ?? '';
  if (!isWellFormed(pathParameters, resource)) throw notFoundError(resource.name, id);
  const row = await resource.find(queries, pathParameters, caller);
  if (row !== null) return row;
  throw (await resource.isDeleted(queries, pathParameters))
    ? goneError(resource.name, id)
    : notFoundError(resource.name, id);
};

/**
 * Finds the resource, or returns null when it never existed (a PUT creates it).
 * @throws ApiError 410, 403
 */
export const findOrNull = async <Row extends Versioned>(
  resource: Resource<Row, object>,
  queries: Queries,
  pathParameters: PathParameters,
  caller: Principal,
): Promise<Row | null> => {
  if (!isWellFormed(pathParameters, resource)) return null;
  const row = await resource.find(queries, pathParameters, caller);
  if (row === null && (await resource.isDeleted(queries, pathParameters)))
    throw goneError(resource.name, pathParameters[resource.parameter] ?? '');
  return row;
};

/** @throws ApiError 405 when the caller's role may not use this method; `Allow` lists the methods of the role */
export const requireRole = ({ roles, method }: Operation, { caller, allow }: OperationContext): void => {
  if (roles.includes(caller.person.role)) return;
  throw methodNotAllowedError(`The role ${caller.person.role} may not use ${method} here.`, allow);
};

/**
 * Finds the resource before a transaction, then checks the role. A missing resource is therefore 404 for every role.
 * @throws ApiError of `findOrThrow` and `requireRole`
 */
export const findForRole = async <Row extends Versioned>(
  operation: Operation,
  resource: Parameters<typeof findOrThrow<Row>>[0],
  context: OperationContext,
): Promise<Row> => {
  const row = await findOrThrow(resource, context.database.read, context.pathParameters, context.caller);
  requireRole(operation, context);
  return row;
};
