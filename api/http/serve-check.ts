import type { Operation } from '#contract/operation';
import type { Versioned } from './conditional.ts';
import { requireNoErrors } from './errors.ts';
import { findForRole } from './find-resource.ts';
import { selectFields, writeJson } from './json-response.ts';
import { readOutputOptions } from './parameters.ts';
import { readBody, validateBody } from './request-body.ts';
import type { Resource, Route } from './route.ts';
import { compareReadOnly, requirePreconditions, requireSameId } from './stored-state.ts';

/**
 * Serves a PUT that checks a resource: 200 with the result. A check can take seconds and does not change the resource.
 */
export const checkRoute = <Row extends Versioned, Input extends object>(
  operation: Operation,
  resource: Resource<Row, object>,
  check: (row: Row, input: Input) => Promise<Record<string, unknown>>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { request, response } = context;
    const row = await findForRole(operation, resource, context);
    const sent = await readBody(operation, resource, context);
    requirePreconditions(context, resource, row);
    const representation = resource.toRepresentation(row);
    // A body may repeat the members of the result. Only members of the resource are compared.
    const ownMembers = Object.entries(sent.readOnly).filter(([name]) => name in representation);
    const body = { ...sent, readOnly: Object.fromEntries(ownMembers) };
    const { outputOptions, queryErrors } = readOutputOptions(context);
    // `validateReferences` and `prepare` apply to drafts of the resource, not to this input.
    const { validateReferences: _, prepare: __, ...plain } = resource;
    const input = await validateBody<Row, object, Input>(operation, plain, body, context, {
      more: queryErrors,
      getMore: () => compareReadOnly(resource, row, body.readOnly),
    });
    requireSameId(body.readOnly, representation['id']);
    requireNoErrors(compareReadOnly(resource, row, body.readOnly));
    const { fields, pretty } = outputOptions;
    await writeJson(request, response, selectFields(await check(row, input), fields), { pretty });
  },
});
