import type { Operation } from '#contract/operation';
import type { Writes } from '../database/database.ts';
import { setValidators, type Versioned } from './conditional.ts';
import { findOrThrow, requireRole } from './find-resource.ts';
import { createIdempotently, readIdempotencyKey } from './idempotency.ts';
import { readOutputOptions } from './parameters.ts';
import { readBody, validateBody } from './request-body.ts';
import type { PathParameters, Resource, Route, WriteContext } from './route.ts';
import { sendItem } from './serve-item.ts';
import { createReadOnlyErrors } from './stored-state.ts';

type Insert<Draft, Row> = (
  writes: Writes,
  draft: Draft,
  change: WriteContext & { address: PathParameters },
) => Promise<Row>;

/** POST: 201 with Location, ETag and the representation; created once per Idempotency-Key. */
export const createRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  insert: Insert<Draft, Row>,
  parent?: Pick<Resource<Versioned, object>, 'name' | 'parameter' | 'find' | 'isDeleted'>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(exchange) {
    const { request, response, database, address, caller, clock } = exchange;
    if (parent) await findOrThrow(parent, database.read, address, caller);
    requireRole(operation, exchange);
    const body = await readBody(operation, resource, exchange);
    const key = readIdempotencyKey(request);
    const { writing, queryErrors } = readOutputOptions(exchange);
    const more = [...createReadOnlyErrors(Object.keys(body.readOnly)), ...queryErrors];
    const validate = () => validateBody<Row, Draft, Draft>(operation, resource, body, exchange, { more });
    if (queryErrors.length > 0) await validate(); // Also rejects a replay.
    const { shown: representation, replayed } = await createIdempotently(exchange, key, body, async () => {
      const draft = await validate();
      return async writes => {
        if (parent) await findOrThrow(parent, writes, address, caller);
        return resource.toRepresentation(await insert(writes, draft, { caller, now: clock(), address }));
      };
    });
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    response.statusCode = 201;
    response.setHeader('Location', String(representation['url']));
    setValidators(exchange, toVersioned(representation));
    await sendItem(exchange, representation, writing);
  },
});

/** Reads the validators back from a representation. */
const toVersioned = (representation: Record<string, unknown>): Versioned => ({
  version: Number(representation['version']),
  updated_at: Date.parse(String(representation['updated_at'])),
});
