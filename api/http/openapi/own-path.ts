import { commonHeaders, headersOf, optionalHeadersOf, rateHeaders } from './answer-headers.ts';
import { codesOf, uncountedErrorAnswersOf } from './error-answers.ts';
import { type Json, reference } from './json.ts';

export const ownTag = { name: 'Reference', description: 'What you are reading.' };

const failures = [
  'bad_encoding',
  'unknown_api_date',
  'bad_conditional_header',
  'api_date_gone',
  'uri_too_long',
  'invalid',
  'headers_too_large',
  'internal',
] as const;

const headers: Json = {
  ...headersOf(commonHeaders),
  ...headersOf(['ETag', 'Cache-Control']),
  ...optionalHeadersOf(rateHeaders),
};

/** The document's own address: the one operation that no room serves and that needs no token. */
export const ownPath: Json = {
  '/openapi.json': {
    get: {
      operationId: 'getReference',
      summary: 'Read the reference',
      description: 'This document, in OpenAPI 3.1. It is public.',
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
        ...uncountedErrorAnswersOf(failures),
      },
      'x-error-codes': codesOf(failures),
    },
  },
};
