import { type Difference, type FieldError, fieldErrorCodes } from '#contract/errors';
import { ApiError } from '../errors.ts';
import type { Shape } from './shape.ts';

/** An error as a date tells it: the members it names, and their values in a conflict, are that date's. */
export const errorAtDate = (error: unknown, shape: Shape): unknown => {
  if (shape.isToday || !(error instanceof ApiError)) return error;
  const { errors, differences, ...extra } = error.extra;
  return new ApiError(error.is, error.message, {
    ...extra,
    ...(errors && { errors: extra.isOfQuery ? errors : errors.map(each => fieldAtDate(each, shape)) }),
    ...(differences && { differences: differencesAtDate(differences, shape) }),
  });
};

const fieldAtDate = (error: FieldError, shape: Shape): FieldError => {
  const [member = ''] = error.field.split(/[.[]/, 1);
  // What nobody knows is named as it was sent.
  if (error.code === fieldErrorCodes.unknown && member === error.field) return error;
  return { ...error, field: `${shape.nameOf(member)}${error.field.slice(member.length)}` };
};

const differencesAtDate = (differences: readonly Difference[], shape: Shape): Difference[] => {
  const side = (name: 'yours' | 'current') =>
    shape.toClient(Object.fromEntries(differences.map(each => [each.field, each[name]])));
  const [yours, current] = [side('yours'), side('current')];
  return Object.keys(current).map(field => ({ field, yours: yours[field], current: current[field] }));
};
