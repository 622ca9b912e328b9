import { type FieldDifference, type FieldError, fieldErrorCodes } from '#contract/errors';
import { ApiError } from '../errors.ts';
import type { VersionShape } from './shape.ts';

/** Converts the member names of an error, and the values of a conflict, to an API version. */
export const toErrorAtVersion = (error: unknown, shape: VersionShape): unknown => {
  if (shape.isCurrent || !(error instanceof ApiError)) return error;
  const { errors, differences, ...extra } = error.extra;
  return new ApiError(error.errorName, error.message, {
    ...extra,
    ...(errors && { errors: extra.isQueryError ? errors : errors.map(each => convertFieldError(each, shape)) }),
    ...(differences && { differences: convertDifferences(differences, shape) }),
  });
};

const convertFieldError = (error: FieldError, shape: VersionShape): FieldError => {
  const [member = ''] = error.field.split(/[.[]/, 1);
  // An unknown member keeps the name that was sent.
  if (error.code === fieldErrorCodes.unknown && member === error.field) return error;
  return { ...error, field: `${shape.toMemberName(member)}${error.field.slice(member.length)}` };
};

const convertDifferences = (differences: readonly FieldDifference[], shape: VersionShape): FieldDifference[] => {
  const convertSide = (name: 'yours' | 'current') =>
    shape.toClient(Object.fromEntries(differences.map(each => [each.field, each[name]])));
  const [yours, current] = [convertSide('yours'), convertSide('current')];
  return Object.keys(current).map(field => ({ field, yours: yours[field], current: current[field] }));
};
