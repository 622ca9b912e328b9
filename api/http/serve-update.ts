import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { WriteTransaction } from '../database/database.ts';
import { setValidators, type Versioned } from './conditional.ts';
import { findForRole, findOrThrow } from './find-resource.ts';
import { readOutputOptions } from './parameters.ts';
import { pickSentMembers, readBody, validateBody } from './request-body.ts';
import type { Resource, Route, WriteContext } from './route.ts';
import { sendItem } from './serve-item.ts';
import { compareReadOnly, requireNoConflict, requirePreconditions } from './stored-state.ts';
import { validateWith } from './validation.ts';

/** Stores a changed draft and returns the new row; not called when nothing differs. */
export type UpdateRow<Row, Draft> = (
  writes: WriteTransaction,
  row: Row,
  draft: Draft,
  context: WriteContext,
) => Promise<Row>;

/** Merges a delta into the stored draft; a gist merges its files. */
export type MergeDraft<Draft> = (stored: Draft, delta: Partial<Draft>) => Draft;

const mergeShallow = <Draft>(stored: Draft, delta: Partial<Draft>): Draft => ({ ...stored, ...delta });

/** Serves PATCH (RFC 7396): 200 with the representation; an unchanged row keeps its version. */
export const updateRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  update: UpdateRow<Row, Draft>,
  merge: MergeDraft<Draft> = mergeShallow,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { database, pathParameters, caller, clock } = context;
    const found = await findForRole(operation, resource, context);
    const body = await readBody(operation, resource, context);
    const toIntended = (current: Row) => {
      const delta = validateWith(operation.body as z.ZodType<Partial<Draft>>, body.writable).value;
      return delta === null ? body.writable : pickSentMembers(merge(resource.toDraft(current), delta), delta);
    };
    requirePreconditions(context, resource, found, toIntended);
    const { outputOptions, queryErrors } = readOutputOptions(context);
    const delta = await validateBody<Row, Draft, Partial<Draft>>(operation, resource, body, context, {
      more: queryErrors,
      getMore: () => compareReadOnly(resource, found, body.readOnly),
    });
    const row = await database.transaction(async writes => {
      const current = await findOrThrow(resource, writes, pathParameters, caller);
      requirePreconditions(context, resource, current, toIntended);
      const stored = resource.toDraft(current);
      const mergedDraft = merge(stored, delta);
      const merged = (await resource.addDefaults?.(writes, current, mergedDraft)) ?? mergedDraft;
      const intended = pickSentMembers(merged, delta);
      const { isStaleCopy } = requireNoConflict(resource, current, intended, body.readOnly);
      return isStaleCopy || isDeepStrictEqual(stored, merged)
        ? current
        : update(writes, current, merged, { caller, now: clock() });
    });
    setValidators(context, row);
    await sendItem(context, resource.toRepresentation(row), outputOptions);
  },
});
