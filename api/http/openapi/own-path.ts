import { commonHeaders, headersOf } from './answer-headers.ts';
import { codesOf, errorAnswersOf } from './error-answers.ts';
import { type Json, reference } from './json.ts';

export const ownTag = { name: 'Reference', description: 'This reference, and your rate limit.' };

const failures = [
  'bad_encoding',
  'unknown_api_date',
  'bad_conditional_header',
  'request_timeout',
  'api_date_gone',
  'uri_too_long',
  'invalid',
  'headers_too_large',
  'internal',
  'unavailable',
] as const;

const headers: Json = {
  ...headersOf(commonHeaders),
  ...headersOf(['ETag', 'Cache-Control']),
};

const limitFailures = [
  'bad_encoding',
  'unknown_api_date',
  'invalid_token',
  'expired_token',
  'request_timeout',
  'api_date_gone',
  'uri_too_long',
  'invalid',
  'too_many_requests',
  'headers_too_large',
  'internal',
  'unavailable',
] as const;

const whole = (minimum: number, description: string) => ({ type: 'integer', minimum, description });

const allowance: Json = {
  type: 'object',
  properties: {
    limit: whole(1, 'Requests per minute.'),
    remaining: whole(0, 'Requests left in this minute.'),
    reset: whole(1, 'Seconds until the limit resets.'),
  },
  required: ['limit', 'remaining', 'reset'],
  additionalProperties: false,
};

/** Describes the operations without a token or a resource folder: this document and the rate limit. */
export const ownPath: Json = {
  '/openapi.json': {
    get: {
      operationId: 'getReference',
      summary: 'Read the reference',
      description:
        'This document, in OpenAPI 3.1. It is public. `/docs` shows it as a page where you can try requests.',
      tags: [ownTag.name],
      security: [],
      parameters: ['pretty', 'If-None-Match', 'X-Api-Version', 'X-Request-Id'].map(name =>
        reference('parameters', name),
      ),
      responses: {
        200: {
          description: 'This document.',
          headers,
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        304: { description: 'It has not changed.', headers },
        ...errorAnswersOf(failures),
      },
      'x-error-codes': codesOf(failures),
    },
  },
  '/rate_limit': {
    get: {
      operationId: 'getRateLimit',
      summary: 'Read your rate limit',
      description: 'Your allowance, or without a token that of your address. Does not count as a request.',
      tags: [ownTag.name],
      security: [{}, { oauth2: [] }, { bearer: [] }],
      parameters: ['pretty', 'X-Api-Version', 'X-Request-Id'].map(name => reference('parameters', name)),
      responses: {
        200: {
          description: 'The limit that applies to your requests.',
          headers: headersOf([...commonHeaders, 'Cache-Control']),
          content: { 'application/json': { schema: allowance } },
        },
        ...errorAnswersOf(limitFailures),
      },
      'x-error-codes': codesOf(limitFailures),
    },
  },
};
