import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { Writes } from '../database/database.ts';
import { named, splitBody, validateBody } from './body.ts';
import { setValidators, type Versioned } from './conditional.ts';
import { findOrRefuse, requireRole } from './find.ts';
import { readJson } from './json-body.ts';
import { parseQuery } from './parameters.ts';
import type { Writing } from './representation.ts';
import type { Change, Resource, Route } from './route.ts';
import { sendItem } from './serve-item.ts';
import { requirePreconditions, requireUnchanged } from './stored.ts';
import { check } from './validation.ts';

/** Stores a changed draft and returns the new row; called only when something differs. */
export type Update<Row, Draft> = (writes: Writes, row: Row, draft: Draft, change: Change) => Promise<Row>;

/** How a delta meets the stored draft; plainly, unless a room knows better (the files of a gist). */
export type Merge<Draft> = (stored: Draft, delta: Partial<Draft>) => Draft;

const mergePlainly = <Draft>(stored: Draft, delta: Partial<Draft>): Draft => ({ ...stored, ...delta });

/** PATCH (RFC 7396): 200 with the whole new representation; a delta that changes nothing bumps nothing. */
export const updateRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  update: Update<Row, Draft>,
  merge: Merge<Draft> = mergePlainly,
): Route => ({
  operation,
  async serve(exchange) {
    const { request, response, database, address, caller, clock } = exchange;
    const found = await findOrRefuse(resource, database.read, address, caller);
    requireRole(operation, exchange);
    const body = splitBody(operation, await readJson(request, response));
    const intendedBy = (current: Row) => {
      const delta = check(operation.body as z.ZodType<Partial<Draft>>, body.writable).value;
      return delta === null ? body.writable : named(merge(resource.draft(current), delta), delta);
    };
    requirePreconditions(exchange, resource, found, intendedBy);
    const writing = parseQuery(operation.query, request.originalUrl) as Writing;
    const delta = await validateBody<Row, Draft, Partial<Draft>>(operation, resource, body.writable, exchange);
    const row = await database.transaction(async writes => {
      const current = await findOrRefuse(resource, writes, address, caller);
      requirePreconditions(exchange, resource, current, intendedBy);
      const stored = resource.draft(current);
      const plain = merge(stored, delta);
      const merged = (await resource.complete?.(writes, current, plain)) ?? plain;
      const intended = named(merged, delta);
      const { stale } = requireUnchanged(resource, current, intended, body.readOnly, address[resource.parameter]);
      return stale || isDeepStrictEqual(stored, merged)
        ? current
        : update(writes, current, merged, { caller, now: clock() });
    });
    setValidators(request, response, row);
    await sendItem(exchange, resource.show(row), writing);
  },
});
