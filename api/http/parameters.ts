import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { outputParameters } from '#contract/list';
import { groupParameters, parseQueryString } from '#contract/query-string';
import { ApiError, fieldError } from './errors.ts';
import type { OutputOptions } from './json-response.ts';
import type { OperationContext } from './route.ts';
import { type ValidationResult, validateWith } from './validation.ts';

/**
 * Parses the query of a URL with a schema. Unknown, repeated and invalid parameters are errors: a mistyped filter must
 * not return every row.
 * @throws ApiError 400 for a malformed percent-encoding, else 422
 */
const parseQuery = <Schema extends z.ZodType>(schema: Schema, url: string): z.output<Schema> => {
  const start = url.indexOf('?');
  const text = start === -1 ? '' : url.slice(start);
  const cache = validQueries.get(schema) ?? new LRUCache({ max: maxCachedQueries });
  validQueries.set(schema, cache);
  const cached = cache.get(text);
  if (cached !== undefined) return cached as z.output<Schema>;
  const { value, errors } = checkQuery(schema, url);
  if (value === null) throw new ApiError('invalid', 'Validation Failed', { errors, isQueryError: true });
  cache.set(text, value as object);
  return value;
};

/** Parsed queries by schema and text. Requests repeat, and parsing with zod takes longer than the SQL. */
const validQueries = new WeakMap<z.ZodType, LRUCache<string, object>>();
const maxCachedQueries = 200;

const checkQuery = <Schema extends z.ZodType>(schema: Schema, url: string): ValidationResult<z.output<Schema>> => {
  const { parameters, repeated } = groupParameters(parseQueryPairs(url));
  const { value, errors } = validateWith(schema, parameters);
  const allErrors = [...repeated.map(name => fieldError(name, 'duplicate', 'is repeated')), ...errors];
  return value === null || allErrors.length > 0 ? { value: null, errors: allErrors } : { value, errors: [] };
};

/**
 * Reads the output options of a write. Their errors are reported together with the body's errors.
 * @throws ApiError 400
 */
export const readOutputOptions = ({ request, apiVersion }: Pick<OperationContext, 'request' | 'apiVersion'>) => {
  const { value, errors } = checkQuery(apiVersion.query, request.originalUrl);
  return { outputOptions: (value ?? { pretty: true }) as OutputOptions, queryErrors: errors };
};

const onlyPretty = z.strictObject({ pretty: outputParameters([]).pretty });

/** Parses a query whose only parameter is `pretty`. @throws ApiError 400, 422 */
export const readPretty = (url: string): boolean => parseQuery(onlyPretty, url).pretty;

/** Parses the query of an operation. @throws ApiError 400, 422 */
export const readQuery = ({ request, apiVersion }: Pick<OperationContext, 'request' | 'apiVersion'>): unknown =>
  parseQuery(apiVersion.query, request.originalUrl);

/**
 * Decodes the name-value pairs of a URL's query, in order.
 * @throws ApiError 400 for a malformed percent-encoding
 */
export const parseQueryPairs = (url: string): [name: string, value: string][] => {
  const start = url.indexOf('?');
  if (start === -1) return [];
  try {
    return parseQueryString(url.slice(start + 1));
  } catch {
    throw new ApiError('bad_encoding', 'The query contains a malformed percent-encoding.');
  }
};
