import type { Operation } from '#contract/operation';
import { isNotModified, preconditionFails, setValidators, type Versioned } from './conditional.ts';
import { ApiError } from './errors.ts';
import { findForRole } from './find-resource.ts';
import { type OutputOptions, selectFields, writeJson, writeJsonText } from './json-response.ts';
import { readQuery } from './parameters.ts';
import type { OperationContext, Resource, Route } from './route.ts';

/** Serves GET of an item: 200 with its ETag, or 304 without building the representation. */
export const itemRoute = <Row extends Versioned>(operation: Operation, resource: Resource<Row, object>): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { request, response, representationCache, clock, apiVersion } = context;
    const row = await findForRole(operation, resource, context);
    if (preconditionFails(request, row, clock())) throw preconditionFailedError();
    const outputOptions = readQuery(context) as OutputOptions;
    setValidators(context, row);
    if (isNotModified(context, row)) return context.sendNotModified();
    if (outputOptions.fields !== undefined || !apiVersion.converter.isCurrent)
      return sendItem(context, resource.toRepresentation(row), outputOptions);
    await writeJsonText(request, response, representationCache.getItem(resource, row, outputOptions.pretty), {
      list: false,
    });
  },
});

/** Sends the requested members of a representation at the requested API version. */
export const sendItem = (
  { request, response, apiVersion }: OperationContext,
  representation: Record<string, unknown>,
  { pretty, fields }: OutputOptions,
): Promise<void> =>
  writeJson(request, response, selectFields(apiVersion.converter.toClient(representation), fields), { pretty });

/** Creates the 412 of a read, which lists no differences. */
export const preconditionFailedError = (): ApiError =>
  new ApiError('precondition_failed', 'The current state does not match the conditional headers.');
