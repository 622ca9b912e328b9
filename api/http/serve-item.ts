import type { Operation } from '#contract/operation';
import { isNotModified, preconditionFails, setValidators, type Versioned } from './conditional.ts';
import { ApiError } from './errors.ts';
import { findOrRefuse, requireRole } from './find.ts';
import { readQuery } from './parameters.ts';
import { pickFields, type Writing, writeJson } from './representation.ts';
import type { Exchange, Resource, Route } from './route.ts';

/** GET of an item: 200 with its ETag, or 304 without building the representation. */
export const itemRoute = <Row extends Versioned>(operation: Operation, resource: Resource<Row, object>): Route => ({
  operation,
  kind: resource.name,
  async serve(exchange) {
    const { request, database, address, caller, clock } = exchange;
    const row = await findOrRefuse(resource, database.read, address, caller);
    requireRole(operation, exchange);
    if (preconditionFails(request, row, clock())) throw preconditionFailed();
    const writing = readQuery(exchange) as Writing;
    setValidators(exchange, row);
    if (isNotModified(exchange, row)) return exchange.notModified();
    await sendItem(exchange, resource.show(row), writing);
  },
});

/** Writes a representation at the requested API version, reduced to the requested members. */
export const sendItem = (
  { request, response, at }: Exchange,
  representation: Record<string, unknown>,
  { pretty, fields }: Writing,
): Promise<void> => writeJson(request, response, pickFields(at.shape.toClient(representation), fields), { pretty });

/** 412 for a read, without differences. */
export const preconditionFailed = (): ApiError =>
  new ApiError('precondition_failed', 'The current state does not match the conditional headers.');
