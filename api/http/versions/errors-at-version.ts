import { type FieldDifference, type FieldError, fieldErrorCodes } from '#contract/errors';
import { ApiError } from '../errors.ts';
import type { VersionShape } from './shape.ts';

/** Converts the member names of an error and of its differences to an API version. */
export const toErrorAtVersion = (error: unknown, shape: VersionShape): unknown => {
  if (shape.isCurrent || !(error instanceof ApiError)) return error;
  const { errors, differences, ...extra } = error.extra;
  return new ApiError(error.errorName, error.message, {
    ...extra,
    ...(errors && { errors: extra.isQueryError ? errors : errors.map(each => convertFieldError(each, shape)) }),
    ...(differences && { differences: differences.flatMap(each => convertDifference(each, shape)) }),
  });
};

const convertFieldError = (error: FieldError, shape: VersionShape): FieldError => {
  const [member = ''] = error.field.split(/[.[]/, 1);
  // An unknown member keeps the name that was sent.
  if (error.code === fieldErrorCodes.unknown && member === error.field) return error;
  return { ...error, field: `${shape.toMemberName(member) ?? member}${error.field.slice(member.length)}` };
};

const convertDifference = (difference: FieldDifference, shape: VersionShape): FieldDifference[] => {
  const field = shape.toMemberName(difference.field);
  return field === undefined ? [] : [{ ...difference, field }];
};
