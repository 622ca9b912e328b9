import type { Operation } from '#contract/operation';
import { roles } from '#contract/vocabulary';
import { answersOf } from './answers.ts';
import { codesOf, errorAnswersOf } from './error-answers.ts';
import { failuresOf } from './failures.ts';
import type { Json } from './json.ts';
import { kindOf } from './kind.ts';
import { parametersOf } from './parameters.ts';
import { requestBodyOf } from './request-body.ts';
import type { Schemas } from './schemas.ts';
import { securityOf } from './security.ts';

/** Describes an operation as an Operation Object. */
export const describeOperation = (operation: Operation, tag: string, schemas: Schemas): Json => {
  const kind = kindOf(operation);
  const failures = failuresOf(operation, kind);
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: describe(operation),
    tags: [tag],
    security: securityOf(operation),
    parameters: parametersOf(operation, kind, schemas),
    ...requestBodyOf(operation, schemas),
    responses: { ...answersOf(operation, kind, schemas), ...errorAnswersOf(failures) },
    // The machine-readable form of the codes in the descriptions.
    'x-error-codes': codesOf(failures),
  };
};

/** Adds the required scope and role to the description. */
const describe = ({ summary, description, scope, roles: allowed }: Operation): string => {
  const needs = scope === null ? 'Requires any valid token.' : `Requires the scope \`${scope}\`.`;
  const who = roles.every(role => allowed.includes(role)) ? '' : ` Requires the role ${allowed.join(' or ')}.`;
  return `${description ?? `${summary}.`}\n\n${needs}${who}`;
};
