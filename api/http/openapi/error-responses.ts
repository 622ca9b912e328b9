import { STATUS_CODES } from 'node:http';
import { type ErrorBody, type ErrorName, errorTable, fieldErrorCodes } from '#contract/errors';
import { type Json, reference } from './json.ts';
import { groupByStatus } from './possible-errors.ts';
import { describeOptionalHeaders, type ResponseHeader, rateHeaders, referenceHeaders } from './response-headers.ts';

/** Describes an operation's error responses by status. Each refers to its component and lists the possible codes. */
export const describeErrorResponses = (names: readonly ErrorName[]): Json =>
  Object.fromEntries(
    [...groupByStatus(names)].map(([status, statusNames]) => [
      status,
      { ...reference('responses', nameComponent(status)), description: describe(statusNames) },
    ]),
  );

/** Returns `components.responses`: every error response of any operation. */
export const describeErrorComponents = (names: readonly ErrorName[]): Json =>
  Object.fromEntries(
    [...groupByStatus(names)].map(([status, statusNames]) => [
      nameComponent(status),
      describeErrorResponse(status, statusNames),
    ]),
  );

/** Returns the error codes for the `x-error-codes` extension. */
export const listErrorCodes = (names: readonly ErrorName[]): number[] =>
  [...new Set(names)].map(name => errorTable[name][0]).sort((left, right) => left - right);

const describe = (names: readonly ErrorName[]): string =>
  `${names.map(name => errorTable[name].join(' ')).join(', ')}.`;

/** Returns the component name of a status: `NotFound` for 404. */
const nameComponent = (status: number): string =>
  (renamed[status] ?? STATUS_CODES[status] ?? '').replaceAll(/[^A-Za-z]/g, '');

/** Names that differ between Node and RFC 9110. */
const renamed: Record<number, string> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

const describeErrorResponse = (status: number, names: readonly ErrorName[]): Json => ({
  description: describe(names),
  headers: {
    ...referenceHeaders(['X-Request-Id', 'X-Api-Version', 'Vary', 'Cache-Control', ...(headersByStatus[status] ?? [])]),
    ...(earlyStatuses.has(status) ? describeOptionalHeaders : referenceHeaders)(rateHeaders),
  },
  content: {
    'application/json': {
      schema: getSchema(status),
      examples: Object.fromEntries(names.map(name => [name, { value: createExample(name) }])),
    },
  },
});

/** Statuses of errors that can occur before the rate limit is read. */
const earlyStatuses: ReadonlySet<number> = new Set([400, 408, 414, 431, 500, 503]);

const headersByStatus: Record<number, ResponseHeader[]> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  415: ['Accept', 'Accept-Patch', 'Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const getSchema = (status: number): Json => {
  if (status === 409 || status === 412) return reference('schemas', 'ConflictError');
  if (status === 422) return { oneOf: [reference('schemas', 'ValidationError'), reference('schemas', 'Error')] };
  return reference('schemas', 'Error');
};

const createExample = (name: ErrorName): ErrorBody => {
  const [code, message] = errorTable[name];
  if (name === 'invalid') {
    return { code, message, errors: [{ code: fieldErrorCodes.required, field: 'subject', message: 'is required' }] };
  }
  return { code, message, description: 'Details about this error.' };
};
