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

/** Stores a changed draft and returns the new row; not called when nothing differs. */
export type Update<Row, Draft> = (writes: Writes, row: Row, draft: Draft, change: Change) => Promise<Row>;

/** Merges a delta into the stored draft; a gist merges its files. */
export type Merge<Draft> = (stored: Draft, delta: Partial<Draft>) => Draft;

const mergeShallow = <Draft>(stored: Draft, delta: Partial<Draft>): Draft => ({ ...stored, ...delta });

/** PATCH (RFC 7396): 200 with the full new representation; an unchanged row keeps its version. */
export const updateRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  update: Update<Row, Draft>,
  merge: Merge<Draft> = mergeShallow,
): Route => ({
  operation,
  kind: resource.name,
  async serve(exchange) {
    const { database, address, caller, clock, at } = exchange;
    const found = await findOrRefuse(resource, database.read, address, caller);
    requireRole(operation, exchange);
    const body = await readBody(operation, resource, exchange);
    const toIntended = (current: Row) => {
      const delta = check(operation.body as z.ZodType<Partial<Draft>>, body.writable).value;
      return delta === null ? body.writable : named(merge(resource.draft(current), delta), delta);
    };
    requirePreconditions(exchange, resource, found, toIntended);
    const { writing, queryErrors } = readWriting(exchange);
    const delta = await validateBody<Row, Draft, Partial<Draft>>(operation, resource, body, exchange, {
      more: queryErrors,
      besides: () => readOnlyErrors(exchange, resource, found, body.readOnly),
    });
    const row = await database.transaction(async writes => {
      const current = await findOrRefuse(resource, writes, address, caller);
      requirePreconditions(exchange, resource, current, toIntended);
      const stored = resource.draft(current);
      const mergedDraft = merge(stored, delta);
      const merged = at.shape.settle((await resource.complete?.(writes, current, mergedDraft)) ?? mergedDraft, stored);
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
