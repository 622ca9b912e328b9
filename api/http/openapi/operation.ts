import { roles } from '#contract/enums';
import type { Operation } from '#contract/operation';
import { describeErrorResponses, listErrorCodes } from './error-responses.ts';
import type { Json } from './json.ts';
import { getOperationKind } from './operation-kind.ts';
import { describeParameters } from './parameters.ts';
import { listPossibleErrors } from './possible-errors.ts';
import { describeRequestBody } from './request-body.ts';
import type { Schemas } from './schemas.ts';
import { describeSecurity } from './security.ts';
import { describeSuccessResponses } from './success-responses.ts';

/** Describes an operation as an Operation Object. */
export const describeOperation = (operation: Operation, tag: string, schemas: Schemas): Json => {
  const kind = getOperationKind(operation);
  const failures = listPossibleErrors(operation, kind);
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: describe(operation),
    tags: [tag],
    security: describeSecurity(operation),
    parameters: describeParameters(operation, kind, schemas),
    ...describeRequestBody(operation, schemas),
    responses: { ...describeSuccessResponses(operation, kind, schemas), ...describeErrorResponses(failures) },
    // The machine-readable form of the codes in the descriptions.
    'x-error-codes': listErrorCodes(failures),
  };
};

/** Adds the required scope and role to the description. */
const describe = ({ summary, description, scope, roles: allowed }: Operation): string => {
  const scopeSentence = scope === null ? 'Requires any valid token.' : `Requires the scope \`${scope}\`.`;
  const roleSentence = roles.every(role => allowed.includes(role)) ? '' : ` Requires the role ${allowed.join(' or ')}.`;
  return `${description ?? `${summary}.`}\n\n${scopeSentence}${roleSentence}`;
};
