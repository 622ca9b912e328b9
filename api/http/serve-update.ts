import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { Writes } from '../database/database.ts';
import { named, readBody, validateBody } from './body.ts';
import { setValidators, type Versioned } from './conditional.ts';
import { findOrRefuse, requireRole } from './find.ts';
import { readWriting } from './parameters.ts';
import type { Change, Resource, Route } from './route.ts';
import { sendItem } from './serve-item.ts';
import { readOnlyErrors, requirePreconditions, requireUnchanged } from './stored.ts';
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
  kind: resource.name,
  async serve(exchange) {
    const { database, address, caller, clock, at } = exchange;
    const found = await findOrRefuse(resource, database.read, address, caller);
    requireRole(operation, exchange);
    const body = await readBody(operation, resource, exchange);
    const intendedBy = (current: Row) => {
      const delta = check(operation.body as z.ZodType<Partial<Draft>>, body.writable).value;
      return delta === null ? body.writable : named(merge(resource.draft(current), delta), delta);
    };
    requirePreconditions(exchange, resource, found, intendedBy);
    const { writing, badQuery } = readWriting(exchange);
    const delta = await validateBody<Row, Draft, Partial<Draft>>(operation, resource, body, exchange, {
      more: badQuery,
      besides: () => readOnlyErrors(exchange, resource, found, body.readOnly),
    });
    const row = await database.transaction(async writes => {
      const current = await findOrRefuse(resource, writes, address, caller);
      requirePreconditions(exchange, resource, current, intendedBy);
      const stored = resource.draft(current);
      const plain = merge(stored, delta);
      const merged = at.shape.settle((await resource.complete?.(writes, current, plain)) ?? plain, stored);
      const intended = named(merged, delta);
      const { stale } = requireUnchanged(exchange, resource, current, intended, body.readOnly);
      return stale || isDeepStrictEqual(stored, merged)
        ? current
        : update(writes, current, merged, { caller, now: clock() });
    });
    setValidators(exchange, row);
    await sendItem(exchange, resource.show(row), writing);
  },
});
