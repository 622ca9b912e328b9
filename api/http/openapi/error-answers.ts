import { STATUS_CODES } from 'node:http';
import { type ErrorBody, type ErrorName, errorTable, fieldErrorCodes } from '#contract/errors';
import { type AnswerHeader, headersOf, optionalHeadersOf, rateHeaders } from './answer-headers.ts';
import { byStatus } from './failures.ts';
import { type Json, reference } from './json.ts';

/** The errors an operation can answer with, by status: each refers to its component and names the codes that can occur. */
export const errorAnswersOf = (names: readonly ErrorName[]): Json =>
  Object.fromEntries(
    [...byStatus(names)].map(([status, here]) => [
      status,
      { ...reference('responses', componentName(status)), description: describe(here) },
    ]),
  );

/** `components.responses`: every error that any operation can answer with. */
export const errorComponents = (names: readonly ErrorName[]): Json =>
  Object.fromEntries([...byStatus(names)].map(([status, here]) => [componentName(status), errorAnswer(status, here)]));

/** The codes of errors, for programs. */
export const codesOf = (names: readonly ErrorName[]): number[] =>
  [...new Set(names)].map(name => errorTable[name][0]).sort((one, other) => one - other);

const describe = (names: readonly ErrorName[]): string =>
  `${names.map(name => errorTable[name].join(' ')).join(', ')}.`;

/** 404 → `NotFound`. */
const componentName = (status: number): string =>
  (renamed[status] ?? STATUS_CODES[status] ?? '').replaceAll(/[^A-Za-z]/g, '');

/** RFC 9110 has new names for these. */
const renamed: Record<number, string> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

const errorAnswer = (status: number, names: readonly ErrorName[]): Json => ({
  description: describe(names),
  headers: {
    ...headersOf(['X-Request-Id', 'X-Api-Version', 'Vary', 'Cache-Control', ...(headersByStatus[status] ?? [])]),
    ...(early.has(status) ? optionalHeadersOf : headersOf)(rateHeaders),
  },
  content: {
    'application/json': {
      schema: schemaOf(status),
      examples: Object.fromEntries(names.map(name => [name, { value: exampleOf(name) }])),
    },
  },
});

/** What is refused before the limits can be looked at, or went wrong at any time. */
const early: ReadonlySet<number> = new Set([408, 414, 431, 500, 503]);

const headersByStatus: Record<number, AnswerHeader[]> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  415: ['Accept', 'Accept-Patch', 'Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const schemaOf = (status: number): Json => {
  if (status === 409 || status === 412) return reference('schemas', 'ConflictError');
  if (status === 422) return { oneOf: [reference('schemas', 'ValidationError'), reference('schemas', 'Error')] };
  return reference('schemas', 'Error');
};

const exampleOf = (name: ErrorName): ErrorBody => {
  const [code, message] = errorTable[name];
  if (name === 'invalid') {
    return { code, message, errors: [{ code: fieldErrorCodes.required, field: 'subject', message: 'is required' }] };
  }
  return { code, message, description: 'In one sentence, what went wrong this time.' };
};
