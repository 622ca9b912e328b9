import type { Difference, FieldError } from '#contract/errors';
import type { SentBody } from './body.ts';
import { preconditionFails, type Versioned } from './conditional.ts';
import { differencesBetween } from './differences.ts';
import { ApiError, fieldError, invalid } from './errors.ts';
import type { Exchange, Resource } from './route.ts';

/**
 * Holds a write against the stored state: conditional headers first. `intended` tells what the body would make of it.
 * @throws ApiError 412 with what differs
 */
export const requirePreconditions = <Row extends Versioned>(
  exchange: Exchange,
  resource: Resource<Row, object>,
  current: Row | null,
  intended: (current: Row) => object = () => ({}),
): void => {
  if (!preconditionFails(exchange.request, current, exchange.clock())) return;
  const description =
    current === null
      ? `There is no such ${resource.name}, and the conditional headers ask for one.`
      : `The ${resource.name} is at version ${current.version}, which is not what the conditional headers ask for.`;
  const differences = current === null ? [] : compare(exchange, resource, current, intended(current));
  throw new ApiError('precondition_failed', description, { differences });
};

/**
 * Holds a body against the stored state: `intended`, the draft members it means to set, and the read-only ones it repeats.
 * A stale `version` is a conflict when any writable member differs, or is one that cannot be read (a password), and then
 * the other read-only members say nothing; otherwise they must be what is stored.
 * @returns whether the body is a stale copy that differs in nothing one can write
 * @throws ApiError 409 with what differs, 422 for a read-only member that was changed
 */
export const requireUnchanged = <Row extends Versioned>(
  exchange: Exchange,
  resource: Resource<Row, object>,
  current: Row,
  intended: object,
  readOnly: SentBody['readOnly'],
): { stale: boolean } => {
  requireSameId(readOnly, resource.show(current)['id']);
  const stale = isStale(current, readOnly);
  const differences = compare(exchange, resource, current, {
    ...intended,
    ...(stale && { version: readOnly['version'] }),
  });
  // What is never shown (a password) cannot be told to be the same.
  const hidden = Object.keys(intended).some(name => !(name in resource.draft(current)));
  if (stale && (hidden || differences.some(({ field }) => field !== 'version'))) {
    throw new ApiError(
      'version_conflict',
      `The ${resource.name} is at version ${current.version}, your copy is version ${readOnly['version']}.`,
      { differences },
    );
  }
  const errors = readOnlyErrors(exchange, resource, current, readOnly);
  if (errors.length > 0) throw invalid(errors);
  return { stale };
};

/** What is no version at all (0, 1.5) is none that somebody once read. */
const isStale = ({ version }: Versioned, { version: sent }: SentBody['readOnly']): boolean =>
  Number.isSafeInteger(sent) && Number(sent) >= 1 && sent !== version;

/**
 * The complaints about read-only members that are not what is stored; nothing is before the thing is there (null). Those
 * of a stale copy say nothing, and another id is a conflict.
 */
export const readOnlyErrors = <Row extends Versioned>(
  { at }: Exchange,
  resource: Resource<Row, object>,
  current: Row | null,
  { id: _, ...members }: SentBody['readOnly'],
): FieldError[] => {
  const names = Object.keys(members);
  if (current === null) return setByServer(names);
  if (isStale(current, members)) return [];
  const shown = withInner(resource, resource.show(current));
  const changed = differencesBetween(at.shape.settle(members, shown), shown, names);
  return changed.map(({ field }) => fieldError(field, 'read_only', 'is set by the server, and is not this'));
};

/** The complaints about members that say something of a thing that is not there yet. */
export const setByServer = (names: readonly string[]): FieldError[] =>
  names.map(name => fieldError(name, 'read_only', 'is set by the server'));

const withInner = (
  { readOnlyWithin }: Pick<Resource<Versioned, object>, 'readOnlyWithin'>,
  shown: Record<string, unknown>,
) => ({ ...shown, ...readOnlyWithin?.(shown) });

/** @throws ApiError 409 when a body repeats another id than the address names */
export const requireSameId = (readOnly: SentBody['readOnly'], named: unknown): void => {
  if (!('id' in readOnly) || readOnly['id'] === named) return;
  throw new ApiError('id_mismatch', `The body's id is not the one of the address.`, {
    differences: [{ field: 'id', yours: readOnly['id'], current: named }],
  });
};

const compare = <Row extends Versioned>(
  { at }: Exchange,
  resource: Resource<Row, object>,
  current: Row,
  intended: object,
): Difference[] => {
  const stored = { ...resource.draft(current), version: current.version };
  return differencesBetween({ ...at.shape.settle(intended, stored) }, stored, Object.keys(stored));
};
