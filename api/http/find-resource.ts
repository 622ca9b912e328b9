import type { Operation } from '#contract/operation';
import type { Queries } from '../database/database.ts';
import type { Versioned } from './conditional.ts';
import { goneError, methodNotAllowed, notFoundError } from './errors.ts';
import type { Principal } from './principal.ts';
import type { OperationContext, PathParameters, Resource } from './route.ts';

/** Rejects malformed ids without querying the store (PostgreSQL rejects NUL). */
const isWellFormed = (address: PathParameters, { parameter }: { parameter: string }): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(address[parameter] ?? 'me');

/**
 * Finds the resource that the path parameters name.
 * @throws ApiError 404 when it never existed, 410 when it was deleted, 403 when the caller may not see it
 */
export const findOrThrow = async <Row extends Versioned>(
  resource: Pick<Resource<Row, object>, 'name' | 'parameter' | 'find' | 'isDeleted'>,
  queries: Queries,
  address: PathParameters,
  caller: Principal,
): Promise<Row> => {
  const id = address[resource.parameter] ?? '';
  if (!isWellFormed(address, resource)) throw notFoundError(resource.name, id);
  const row = await resource.find(queries, address, caller);
  if (row !== null) return row;
  throw (await resource.isDeleted(queries, address)) ? goneError(resource.name, id) : notFoundError(resource.name, id);
};

/**
 * Finds the resource, or returns null when it never existed (a PUT creates it).
 * @throws ApiError 410, 403
 */
export const findOrNull = async <Row extends Versioned>(
  resource: Resource<Row, object>,
  queries: Queries,
  address: PathParameters,
  caller: Principal,
): Promise<Row | null> => {
  if (!isWellFormed(address, resource)) return null;
  const row = await resource.find(queries, address, caller);
  if (row === null && (await resource.isDeleted(queries, address)))
    throw goneError(resource.name, address[resource.parameter] ?? '');
  return row;
};

/** @throws ApiError 405 when the caller's role may not use this method; `Allow` lists those it may use. */
export const requireRole = ({ roles, method }: Operation, { caller, allow }: OperationContext): void => {
  if (roles.includes(caller.person.role)) return;
  throw methodNotAllowed(`The role ${caller.person.role} may not use ${method} here.`, allow);
};
