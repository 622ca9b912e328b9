import type { ErrorName } from '#contract/errors';
import { describeErrorResponses, listErrorCodes } from './error-responses.ts';
import { type Json, reference } from './json.ts';
import { publicErrors, tokenErrors } from './possible-errors.ts';
import { commonHeaders, referenceHeaders } from './response-headers.ts';

export const referenceTag = { name: 'Reference', description: 'This reference, and your rate limit.' };

const failures: readonly ErrorName[] = [...publicErrors, 'bad_conditional_header'];
const limitFailures: readonly ErrorName[] = [...publicErrors, ...tokenErrors];

const headers: Json = {
  ...referenceHeaders(commonHeaders),
  ...referenceHeaders(['ETag', 'Cache-Control']),
};

const integerSchema = (minimum: number, description: string) => ({ type: 'integer', minimum, description });

const allowance: Json = {
  type: 'object',
  properties: {
    limit: integerSchema(1, 'Requests per minute.'),
    remaining: integerSchema(0, 'Requests left in this minute.'),
    reset: integerSchema(1, 'Seconds until the limit resets.'),
  },
  required: ['limit', 'remaining', 'reset'],
  additionalProperties: false,
};

/** Describes the operations without a resource: the OpenAPI document and the rate limit. They need no token. */
export const referencePaths: Json = {
  '/openapi.json': {
    get: {
      operationId: 'getReference',
      summary: 'Read the reference',
      description:
        'This document, in OpenAPI 3.1. It is public. `/docs` shows it as a page where you can try requests.',
      tags: [referenceTag.name],
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
        304: { description: 'The document has not changed.', headers },
        ...describeErrorResponses(failures),
      },
      'x-error-codes': listErrorCodes(failures),
    },
  },
  '/rate_limit': {
    get: {
      operationId: 'getRateLimit',
      summary: 'Read your rate limit',
      description:
        'Returns your allowance; without a token, the allowance of your IP address. The request does not count, unless the token is invalid.',
      tags: [referenceTag.name],
      security: [{}, { oauth2: [] }, { bearer: [] }],
      parameters: ['pretty', 'X-Api-Version', 'X-Request-Id'].map(name => reference('parameters', name)),
      responses: {
        200: {
          description: 'The limit that applies to your requests.',
          headers: referenceHeaders([...commonHeaders, 'Cache-Control']),
          content: { 'application/json': { schema: allowance } },
        },
        ...describeErrorResponses(limitFailures),
      },
      'x-error-codes': listErrorCodes(limitFailures),
    },
  },
};
