import { z } from 'zod';
import { type ErrorName, errorTable, statusOf } from '#contract/errors';
import type { Operation, ResourceName } from '#contract/operation';
import { roles } from '#contract/vocabulary';
import { deletedErrors, missingErrors } from '../errors.ts';
import type { Kind } from './kind.ts';

/** Whatever is asked: what stands before every operation may refuse it. */
const everywhere: ErrorName[] = [
  'bad_request',
  'bad_encoding',
  'unknown_api_date',
  'no_token',
  'invalid_token',
  'expired_token',
  'request_timeout',
  'api_date_gone',
  'uri_too_long',
  'invalid',
  'too_many_requests',
  'headers_too_large',
  'internal',
  'unavailable',
];

const withBody: ErrorName[] = ['not_json', 'body_missing', 'not_an_object', 'too_large', 'unsupported_media_type'];

const byKind: Record<Kind, ErrorName[]> = {
  list: ['bad_conditional_header', 'bad_cursor', 'precondition_failed'],
  read: ['bad_conditional_header', 'precondition_failed'],
  create: ['bad_idempotency_key', 'key_in_progress', 'key_reused'],
  replace: ['bad_conditional_header', 'precondition_failed', 'version_conflict', 'id_mismatch'],
  update: ['bad_conditional_header', 'precondition_failed', 'version_conflict', 'id_mismatch'],
  delete: ['bad_conditional_header', 'precondition_failed'],
  mark: [],
};

/** Things that may be somebody's alone. */
const personal: readonly ResourceName[] = ['gist', 'view'];

/** Every error an operation can answer with. */
export const failuresOf = (operation: Operation, kind: Kind): ErrorName[] => [
  ...everywhere,
  ...(operation.body === null ? [] : withBody),
  ...byKind[kind],
  ...refusalsOf(operation),
  ...absencesOf(operation, kind),
  ...(provesPassword(operation) ? (['too_many_sign_ins'] as const) : []),
  // Asked for a mark, its absence is the answer.
  ...(kind === 'mark' && operation.method === 'GET' ? (['not_starred'] as const) : []),
];

const refusalsOf = ({ scope, resource, roles: allowed }: Operation): ErrorName[] => [
  ...(scope === null ? [] : (['insufficient_scope'] as const)),
  ...(resource !== null && personal.includes(resource) ? (['no_access'] as const) : []),
  ...(roles.every(role => allowed.includes(role)) ? [] : (['method_not_allowed'] as const)),
];

/** Tries at a password are limited as those of the sign-in page are. */
const provesPassword = ({ body }: Operation): boolean =>
  body instanceof z.ZodObject && 'current_password' in body.shape;

/** 404 and 410 of everything the address names; a PUT creates what is not there. Nobody is deleted. */
const absencesOf = ({ params }: Operation, kind: Kind): ErrorName[] => {
  const named = namedBy(params);
  return named.flatMap((resource, place) => [
    ...(kind === 'replace' && place === named.length - 1 ? [] : [missingErrors[resource]]),
    ...(resource === 'person' ? [] : [deletedErrors[resource]]),
  ]);
};

const namedBy = (params: Operation['params']): ResourceName[] =>
  Object.keys((params as { shape?: object }).shape ?? {})
    .map(name => name.replace(/_id$/, ''))
    .filter((name): name is ResourceName => name in missingErrors);

/** Errors by the status they are sent with, in order. */
export const byStatus = (names: readonly ErrorName[]): Map<number, ErrorName[]> =>
  Map.groupBy(
    [...new Set(names)].sort((one, other) => errorTable[one][0] - errorTable[other][0]),
    statusOf,
  );
