import { isDeepStrictEqual } from 'node:util';
import type { Difference } from '#contract/errors';

/** The members of the caller's body that are not what is stored, `version` last. */
export const differencesBetween = (
  yours: Record<string, unknown>,
  current: Record<string, unknown>,
  fields: readonly string[],
): Difference[] =>
  fields
    .filter(field => field in yours && !isDeepStrictEqual(yours[field], current[field]))
    .map(field => ({ field, yours: yours[field], current: current[field] }));
