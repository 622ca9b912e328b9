import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { WriteTransaction } from '../database/database.ts';
import type { Versioned } from './conditional.ts';
import { requireNoErrors } from './errors.ts';
import { findOrNull, findOrThrow, requireRole } from './find-resource.ts';
import type { OutputOptions } from './json-response.ts';
import { readOutputOptions } from './parameters.ts';
import { getPreference } from './prefer.ts';
import { pickSentMembers, readBody, validateBody } from './request-body.ts';
import type { OperationContext, ParentResource, PathParameters, Resource, Route, WriteContext } from './route.ts';
import { sendItem } from './serve-item.ts';
import type { UpdateRow } from './serve-update.ts';
import { compareReadOnly, requireNoConflict, requirePreconditions, requireSameId } from './stored-state.ts';
import { validateWith } from './validation.ts';

/** Creates the row under the id in the URL. */
type InsertAs<Row, Draft> = (
  writes: WriteTransaction,
  draft: Draft,
  context: WriteContext & { pathParameters: PathParameters },
) => Promise<Row>;

/**
 * Serves PUT: 200 or 204 for a replaced resource, 201 for a new resource. Responses have no ETag, since the server adds
 * members (RFC 9110 9.3.4).
 */
export const replaceRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  actions: { insert: InsertAs<Row, Draft>; update: UpdateRow<Row, Draft> },
  parent?: ParentResource<Versioned>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { database, pathParameters, caller, clock, apiVersion } = context;
    if (parent) await findOrThrow(parent, database.read, pathParameters, caller);
    const found = await findOrNull(resource, database.read, pathParameters, caller);
    requireRole(operation, context);
    const body = await readBody(operation, resource, context);
    const toIntended = () => {
      const draft = validateWith(operation.body as z.ZodType<Draft>, body.writable).value;
      return draft === null ? body.writable : pickSentMembers(draft, body.writable);
    };
    requirePreconditions(context, resource, found, toIntended);
    const { outputOptions, queryErrors } = readOutputOptions(context);
    const pathErrors = found === null ? validateWith(operation.params, pathParameters).errors : [];
    const findReadOnlyErrors = (row: Row | null) => compareReadOnly(resource, row, body.readOnly);
    const draft = await validateBody<Row, Draft, Draft>(operation, resource, body, context, {
      more: [...pathErrors, ...queryErrors],
      getMore: () => findReadOnlyErrors(found),
    });
    const { row, created } = await database.transaction(async writes => {
      if (parent) await findOrThrow(parent, writes, pathParameters, caller);
      const current = await findOrNull(resource, writes, pathParameters, caller);
      requirePreconditions(context, resource, current, toIntended);
      const writeContext = { caller, now: clock(), pathParameters };
      if (current === null) {
        requireSameId(body.readOnly, pathParameters[resource.parameter]);
        const errors = findReadOnlyErrors(null);
        requireNoErrors(errors);
        return { row: await actions.insert(writes, draft, writeContext), created: true };
      }
      const stored = resource.toDraft(current);
      const intended = apiVersion.converter.restoreStored(
        (await resource.addDefaults?.(writes, current, draft)) ?? draft,
        stored,
      );
      const { isStaleCopy } = requireNoConflict(resource, current, intended, body.readOnly);
      const isUnchanged = isStaleCopy || isDeepStrictEqual(stored, intended);
      return {
        row: isUnchanged ? current : await actions.update(writes, current, intended, writeContext),
        created: false,
      };
    });
    await sendReplaced(context, resource.toRepresentation(row), created, outputOptions);
  },
});

/**
 * Serves PUT of a part of a resource. The part exists as long as the resource; without the resource, PUT gets 404 or
 * 410.
 */
export const replacePartRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  update: UpdateRow<Row, Draft>,
): Route => {
  const insert = (): never => {
    throw new TypeError(`${operation.path} exists as long as its resource.`);
  };
  return replaceRoute(operation, resource, { insert, update }, resource);
};

const sendReplaced = async (
  context: OperationContext,
  representation: Record<string, unknown>,
  isCreated: boolean,
  outputOptions: OutputOptions,
): Promise<void> => {
  const { request, response } = context;
  if (isCreated) {
    response.statusCode = 201;
    response.setHeader('Location', String(representation['url']));
  } else if (getPreference(request, 'return') === 'minimal') {
    response.setHeader('Preference-Applied', 'return=minimal');
    response.statusCode = 204;
    return void response.end();
  }
  await sendItem(context, representation, outputOptions);
};
