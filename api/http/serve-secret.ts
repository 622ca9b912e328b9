import type { Operation } from '#contract/operation';
import type { WriteTransaction } from '../database/database.ts';
import type { Versioned } from './conditional.ts';
import { findForRole, findOrThrow } from './find-resource.ts';
import { createIdempotently, readIdempotencyKey } from './idempotency.ts';
import { addSecret } from './issued-secret.ts';
import { readOutputOptions } from './parameters.ts';
import { readBody, validateBody } from './request-body.ts';
import type { Resource, Route, WriteContext } from './route.ts';
import { sendItem } from './serve-item.ts';
import { createReadOnlyErrors } from './stored-state.ts';

/** The result of an action. The representation may be stored and shown again, but not the secret. */
type Issued = { representation: Record<string, unknown>; secret: string | null };

/** Serves a PUT that creates a secret (`issuesSecret`): 200. Only the first response contains the secret. */
export const secretRoute = <Row extends Versioned, Draft extends object>(
  operation: Operation,
  resource: Resource<Row, object>,
  issue: (writes: WriteTransaction, row: Row, draft: Draft, context: WriteContext) => Promise<Issued>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { request, response, pathParameters, caller, clock } = context;
    await findForRole(operation, resource, context);
    const body = await readBody(operation, resource, context);
    const key = readIdempotencyKey(request);
    const { outputOptions, queryErrors } = readOutputOptions(context);
    const more = [...createReadOnlyErrors(Object.keys(body.readOnly)), ...queryErrors];
    // `validateReferences` and `prepare` apply to drafts of the resource, not to this input.
    const { validateReferences: _, prepare: __, ...plain } = resource;
    let secret: string | null = null;
    const result = await createIdempotently(context, key, body, async () => {
      const draft = await validateBody<Row, object, Draft>(operation, plain, body, context, { more });
      return async writes => {
        const row = await findOrThrow(resource, writes, pathParameters, caller);
        const issued = await issue(writes, row, draft, { caller, now: clock() });
        secret = issued.secret;
        return issued.representation;
      };
    });
    const { representation, isReplay } = addSecret(operation, context, result, secret);
    if (isReplay) response.setHeader('Idempotency-Replayed', 'true');
    await sendItem(context, representation, outputOptions);
  },
});
