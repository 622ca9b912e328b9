import type { z } from 'zod';
import { ApiError, fieldError, invalid } from './errors.ts';
import { check } from './validation.ts';

/**
 * Reads the query of an address by a schema. A parameter that is unknown, repeated or wrong is an error that names it: a
 * mistyped filter must not return everything.
 * @throws ApiError 400 for a percent-encoding that is not UTF-8, 422 for the rest
 */
export const parseQuery = <Schema extends z.ZodType>(schema: Schema, url: string): z.output<Schema> => {
  const parameters = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of pairsOf(url)) {
    if (parameters.has(name)) repeated.add(name);
    parameters.set(name, value);
  }
  const { value, errors } = check(schema, Object.fromEntries(parameters));
  const all = [...[...repeated].map(name => fieldError(name, 'duplicate', 'is given more than once')), ...errors];
  if (value === null || all.length > 0) throw invalid(all);
  return value;
};

/** The decoded name-value pairs of an address, in order. */
export const pairsOf = (url: string): [name: string, value: string][] => {
  const start = url.indexOf('?');
  if (start === -1) return [];
  return url
    .slice(start + 1)
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const equals = pair.indexOf('=');
      return equals === -1 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    });
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError('bad_encoding', 'The query holds a percent-encoding that is not UTF-8.');
  }
};
