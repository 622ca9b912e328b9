import type { Operation } from '#contract/operation';
import type { Writes } from '../database/database.ts';
import { readBody, validateBody } from './body.ts';
import { setValidators, type Versioned } from './conditional.ts';
import { findOrRefuse, requireRole } from './find.ts';
import { createOnce, idempotencyKeyOf } from './idempotency.ts';
import { readWriting } from './parameters.ts';
import type { Address, Change, Resource, Route } from './route.ts';
import { sendItem } from './serve-item.ts';
import { setByServer } from './stored.ts';

type Insert<Draft, Row> = (writes: Writes, draft: Draft, change: Change & { address: Address }) => Promise<Row>;

/** POST: 201 with Location, ETag and the representation; created once per Idempotency-Key. */
export const createRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  insert: Insert<Draft, Row>,
  parent?: Pick<Resource<Versioned, object>, 'name' | 'parameter' | 'find' | 'isGone'>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(exchange) {
    const { request, response, database, address, caller, clock } = exchange;
    if (parent) await findOrRefuse(parent, database.read, address, caller);
    requireRole(operation, exchange);
    const body = await readBody(operation, resource, exchange);
    const key = idempotencyKeyOf(request);
    const { writing, queryErrors } = readWriting(exchange);
    const more = [...setByServer(Object.keys(body.readOnly)), ...queryErrors];
    const validate = () => validateBody<Row, Draft, Draft>(operation, resource, body, exchange, { more });
    if (queryErrors.length > 0) await validate(); // Also rejects a replay.
    const { shown: representation, replayed } = await createOnce(exchange, key, body, async () => {
      const draft = await validate();
      return async writes => {
        if (parent) await findOrRefuse(parent, writes, address, caller);
        return resource.show(await insert(writes, draft, { caller, now: clock(), address }));
      };
    });
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    response.status(201).setHeader('Location', String(representation['url']));
    setValidators(exchange, toVersioned(representation));
    await sendItem(exchange, representation, writing);
  },
});

/** Reads the validators back from a representation. */
const toVersioned = (representation: Record<string, unknown>): Versioned => ({
  version: Number(representation['version']),
  updated_at: Date.parse(String(representation['updated_at'])),
});
