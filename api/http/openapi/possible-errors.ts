import { z } from 'zod';
import { roles } from '#contract/enums';
import { type ErrorName, errorTable, getErrorStatus } from '#contract/errors';
import type { Operation } from '#contract/operation';
import { isDeletable, isNamed, type NamedResource, resourceNames, resources } from '#contract/resources';
import { createsMissing, type OperationKind } from './operation-kind.ts';

/** Errors that any request can get, even without a token. */
export const publicErrors: readonly ErrorName[] = [
  ...([
    'bad_encoding',
    'unknown_api_version',
    'request_timeout',
    'api_version_gone',
    'uri_too_long',
    'invalid',
  ] as const),
  ...(['headers_too_large', 'internal', 'unavailable'] as const),
];

/** Errors of an invalid token, and of the rate limits. */
export const tokenErrors: readonly ErrorName[] = ['invalid_token', 'expired_token', 'too_many_requests'];

/** Errors of the pipeline that any operation can return. */
const commonErrors: readonly ErrorName[] = ['bad_request', 'no_token', ...publicErrors, ...tokenErrors];

const bodyErrors: ErrorName[] = ['not_json', 'body_missing', 'not_an_object', 'too_large', 'unsupported_media_type'];

const errorsByKind: Record<OperationKind, ErrorName[]> = {
  list: ['bad_conditional_header', 'bad_cursor', 'precondition_failed'],
  report: ['bad_conditional_header', 'precondition_failed'],
  read: ['bad_conditional_header', 'precondition_failed'],
  create: ['bad_idempotency_key', 'key_in_progress', 'key_reused'],
  file: ['bad_conditional_header', 'gone', 'range_not_satisfiable'],
  create_file: ['bad_idempotency_key', 'key_in_progress', 'key_reused', 'unsupported_media_type'],
  upload: ['body_missing', 'too_large', 'unsupported_media_type'],
  replace: ['bad_conditional_header', 'precondition_failed', 'version_conflict', 'id_mismatch'],
  issue: ['bad_idempotency_key', 'key_in_progress', 'key_reused'],
  update: ['bad_conditional_header', 'precondition_failed', 'version_conflict', 'id_mismatch'],
  delete: ['bad_conditional_header', 'precondition_failed'],
  no_content: [],
};

/** Lists every error that an operation can return, in no particular order; duplicates are possible. */
export const listPossibleErrors = (operation: Operation, kind: OperationKind): ErrorName[] => [
  ...commonErrors,
  ...(operation.body === null ? [] : bodyErrors),
  ...errorsByKind[kind],
  ...(operation.errors ?? []),
  ...listAccessErrors(operation),
  ...listMissingErrors(operation, kind),
  ...(checksPassword(operation) ? (['too_many_sign_ins'] as const) : []),
];

const listAccessErrors = ({ scope, resource, roles: allowed, hidden }: Operation): ErrorName[] => [
  ...(scope === null ? [] : (['insufficient_scope'] as const)),
  ...(hidden || (resource !== null && resources[resource].canBePrivate) ? (['no_access'] as const) : []),
  ...(hidden || roles.every(role => allowed.includes(role)) ? [] : (['method_not_allowed'] as const)),
];

/** Returns whether an operation checks a password. It then shares the rate limit of the sign-in page. */
const checksPassword = ({ body }: Operation): boolean =>
  body instanceof z.ZodObject && 'current_password' in body.shape;

/** Lists 404 and 410 of each resource in the path. PUT creates a missing resource. */
const listMissingErrors = (operation: Operation, kind: OperationKind): ErrorName[] => {
  const namedResources = findNamedResources(operation.params);
  const mayCreate = kind === 'replace' && createsMissing(operation);
  return namedResources.flatMap((resource, index) => [
    ...(mayCreate && index === namedResources.length - 1 ? [] : [`no_${resource}` as const]),
    ...(isDeletable(resource) ? [`${resource}_gone` as const] : []),
  ]);
};

const findNamedResources = (params: Operation['params']): NamedResource[] => {
  const ids = Object.keys((params as { shape?: object }).shape ?? {});
  return resourceNames.filter(isNamed).filter(name => ids.includes(resources[name].parameter));
};

/** Groups errors by status, in the order of their codes. Removes duplicates. */
export const groupByStatus = (names: readonly ErrorName[]): Map<number, ErrorName[]> =>
  Map.groupBy(
    [...new Set(names)].sort((left, right) => errorTable[left][0] - errorTable[right][0]),
    getErrorStatus,
  );
