import { isDeepStrictEqual } from 'node:util';
import type { FieldDifference, FieldError } from '#contract/errors';
import { preconditionFails, type Versioned } from './conditional.ts';
import { ApiError, fieldError, formatResourceName, requireNoErrors } from './errors.ts';
import type { SentBody } from './request-body.ts';
import type { OperationContext, Resource } from './route.ts';

/**
 * Checks the conditional headers of a write. `intended` returns the draft that the body would produce.
 * @throws ApiError 412 with the differences, 400 for a malformed If-Match or If-None-Match
 */
export const requirePreconditions = <Row extends Versioned>(
  context: OperationContext,
  resource: Resource<Row, object>,
  current: Row | null,
  intended: (current: Row) => object = () => ({}),
): void => {
  if (!preconditionFails(context.request, current, context.clock())) return;
  const name = formatResourceName(resource.name);
  const description =
    current === null
      ? `The conditional headers require that the ${name} exists, but it does not.`
      : `The ${name} is at version ${current.version}, which does not match the conditional headers.`;
  const differences = current === null ? [] : compareWritable(resource, current, intended(current));
  throw new ApiError('precondition_failed', description, { differences });
};

/**
 * Compares a body with the stored row: its writable members (`intended`) and read-only members.
 *
 * A stale `version` is a conflict when a writable member differs or is write-only (a password). The other read-only
 * members are ignored with a stale version; with the current version, they must equal the stored values.
 * @returns whether the body is a stale copy without differences in writable members
 * @throws ApiError 409 with the differences, 422 for a changed read-only member
 */
export const requireNoConflict = <Row extends Versioned>(
  resource: Resource<Row, object>,
  current: Row,
  intended: object,
  readOnly: SentBody['readOnly'],
): { isStaleCopy: boolean } => {
  requireSameId(readOnly, resource.toRepresentation(current)['id']);
  const isStaleCopy = isStale(current, readOnly);
  const differences = compareWritable(resource, current, {
    ...intended,
    ...(isStaleCopy && { version: readOnly['version'] }),
  });
  // A write-only member (a password) cannot be compared.
  const hasWriteOnly =
    Object.keys(intended).some(name => !(name in resource.toDraft(current))) ||
    removeSecrets(resource, intended) !== intended;
  if (isStaleCopy && (hasWriteOnly || differences.some(({ field }) => field !== 'version'))) {
    const name = formatResourceName(resource.name);
    throw new ApiError(
      'version_conflict',
      `The ${name} is at version ${current.version}; your copy is version ${readOnly['version']}.`,
      { differences },
    );
  }
  const errors = compareReadOnly(resource, current, readOnly);
  requireNoErrors(errors);
  return { isStaleCopy };
};

/** An invalid version (0, 1.5) is not stale, because no client can have read it. */
const isStale = ({ version }: Versioned, { version: sent }: SentBody['readOnly']): boolean =>
  Number.isSafeInteger(sent) && Number(sent) >= 1 && sent !== version;

/**
 * Returns errors for read-only members that differ from the stored row. Without a stored row (null), all of them are
 * errors. A stale copy gets no errors, and a different id is a conflict instead.
 */
export const compareReadOnly = <Row extends Versioned>(
  resource: Resource<Row, object>,
  current: Row | null,
  { id: _, ...members }: SentBody['readOnly'],
): FieldError[] => {
  const names = Object.keys(members);
  if (current === null) return createReadOnlyErrors(names);
  if (isStale(current, members)) return [];
  const representation = withNestedReadOnly(resource, resource.toRepresentation(current));
  const differences = findDifferences(members, representation, names);
  return differences.map(({ field }) =>
    fieldError(field, 'read_only', 'is set by the server and has a different value'),
  );
};

/** Returns errors for read-only members that a request must not contain, whatever their values. */
export const createReadOnlyErrors = (names: readonly string[]): FieldError[] =>
  names.map(name => fieldError(name, 'read_only', 'is set by the server'));

const withNestedReadOnly = (
  { getNestedReadOnly }: Pick<Resource<Versioned, object>, 'getNestedReadOnly'>,
  representation: Record<string, unknown>,
) => ({ ...representation, ...getNestedReadOnly?.(representation) });

/** @throws ApiError 409 when the id in the body differs from the id in the URL */
export const requireSameId = (readOnly: SentBody['readOnly'], urlId: unknown): void => {
  if (!('id' in readOnly) || readOnly['id'] === urlId) return;
  throw new ApiError('id_mismatch', 'The id in the body differs from the id in the URL.', {
    differences: [{ field: 'id', yours: readOnly['id'], current: urlId }],
  });
};

/** Lists the members of the body that differ from the stored row, `version` last. */
const compareWritable = <Row extends Versioned>(
  resource: Resource<Row, object>,
  current: Row,
  intended: object,
): FieldDifference[] => {
  const stored = { ...resource.toDraft(current), version: current.version };
  return findDifferences({ ...removeSecrets(resource, intended) }, stored, Object.keys(stored));
};

const removeSecrets = <Row extends Versioned>(resource: Resource<Row, object>, draft: object): object =>
  resource.removeSecrets?.(draft) ?? draft;

const findDifferences = (
  yours: Record<string, unknown>,
  current: Record<string, unknown>,
  fields: readonly string[],
): FieldDifference[] =>
  fields
    .filter(field => field in yours && !isDeepStrictEqual(yours[field], current[field]))
    .map(field => ({ field, yours: yours[field], current: current[field] }));
