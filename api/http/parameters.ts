import { z } from 'zod';
import { writing } from '#contract/list';
import { gatherParameters, readPairs } from '#contract/query-string';
import type { Shape } from './dates/shape.ts';
import { ApiError, fieldError } from './errors.ts';
import type { Writing } from './representation.ts';
import type { Exchange } from './route.ts';
import { type Checked, check } from './validation.ts';

/**
 * Reads the query of an address by a schema. A parameter that is unknown, repeated or wrong is an error that names it: a
 * mistyped filter must not return everything.
 * @throws ApiError 400 for a percent-encoding that is not UTF-8, 422 for the rest
 */
const parseQuery = <Schema extends z.ZodType>(
  schema: Schema,
  url: string,
  raise: Shape['parameters'] = given => given,
): z.output<Schema> => {
  const { value, errors } = checkQuery(schema, url, raise);
  if (value === null) throw new ApiError('invalid', 'Validation Failed', { errors, isOfQuery: true });
  return value;
};

const checkQuery = <Schema extends z.ZodType>(
  schema: Schema,
  url: string,
  raise: Shape['parameters'],
): Checked<z.output<Schema>> => {
  const { parameters, repeated } = gatherParameters(pairsOf(url));
  const { value, errors } = check(schema, raise(parameters));
  const all = [...repeated.map(name => fieldError(name, 'duplicate', 'is given more than once')), ...errors];
  return value === null || all.length > 0 ? { value: null, errors: all } : { value, errors: [] };
};

/**
 * What the query of a write asks of the answer, and the complaints about it, which are told with those about the body.
 * @throws ApiError 400
 */
export const readWriting = ({ request, at }: Pick<Exchange, 'request' | 'at'>) => {
  const { value, errors } = checkQuery(at.query, request.originalUrl, at.shape.parameters);
  return { writing: (value ?? { pretty: true }) as Writing, badQuery: errors };
};

const onlyPretty = z.strictObject({ pretty: writing([]).pretty });

/** The query of an address that takes nothing but `pretty`. @throws ApiError 400, 422 */
export const readPretty = (url: string): boolean => parseQuery(onlyPretty, url).pretty;

/** The query of an operation, as the caller's date has it. @throws ApiError 400, 422 */
export const readQuery = ({ request, at }: Pick<Exchange, 'request' | 'at'>): unknown =>
  parseQuery(at.query, request.originalUrl, at.shape.parameters);

/**
 * The decoded name-value pairs of an address, in order.
 * @throws ApiError 400 for a percent-encoding that is not UTF-8
 */
export const pairsOf = (url: string): [name: string, value: string][] => {
  const start = url.indexOf('?');
  if (start === -1) return [];
  try {
    return readPairs(url.slice(start + 1));
  } catch {
    throw new ApiError('bad_encoding', 'The query holds a percent-encoding that is not UTF-8.');
  }
};
