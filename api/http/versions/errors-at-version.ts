import { type FieldDifference, type FieldError, fieldErrorCodes } from '#contract/errors';
import { ApiError } from '../errors.ts';
import type { VersionConverter } from './version-converter.ts';

/** Converts the member names in an error's field errors and differences to an API version. */
export const toErrorAtVersion = (error: unknown, converter: VersionConverter): unknown => {
  if (converter.isCurrent || !(error instanceof ApiError)) return error;
  const { errors, differences, ...extra } = error.extra;
  return new ApiError(error.errorName, error.message, {
    ...extra,
    ...(errors && { errors: extra.isQueryError ? errors : errors.map(each => convertFieldError(each, converter)) }),
    ...(differences && { differences: differences.flatMap(each => convertDifference(each, converter)) }),
  });
};

const convertFieldError = (error: FieldError, converter: VersionConverter): FieldError => {
  const [member = ''] = error.field.split(/[.[]/, 1);
  // An unknown member keeps the name that was sent.
  if (error.code === fieldErrorCodes.unknown && member === error.field) return error;
  return { ...error, field: `${converter.toMemberName(member) ?? member}${error.field.slice(member.length)}` };
};

const convertDifference = (difference: FieldDifference, converter: VersionConverter): FieldDifference[] => {
  const field = converter.toMemberName(difference.field);
  return field === undefined ? [] : [{ ...difference, field }];
};
