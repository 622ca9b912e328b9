import type { ApiDates } from '../dates/registry.ts';
import type { Json } from './json.ts';

const date = { type: 'string', examples: ['Fri, 20 Nov 2026 17:35:33 GMT'] };
const tags = { type: 'string', examples: ['"3"'] };

const requestHeaders = {
  'If-Match': {
    description: 'Do it only while the thing is at this version: its ETag, or its `version` in quotes. Else 412.',
    schema: tags,
  },
  'If-None-Match': {
    description: 'On GET, answer 304 while the ETag is still this one. On PUT, `*` creates and never replaces.',
    schema: tags,
  },
  'If-Modified-Since': { description: 'Answer 304 if nothing changed since.', schema: date },
  'If-Unmodified-Since': { description: 'Do it only if nothing changed since. Else 412.', schema: date },
  'Idempotency-Key': {
    description: 'Does it once, however often it is sent: for 24 hours the same key is given the first answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', examples: ['import-2041'] },
  },
  Prefer: {
    description: '`return=minimal`: 204 instead of the representation when something is replaced (RFC 7240).',
    schema: { type: 'string', examples: ['return=minimal'] },
  },
  'X-Api-Version': {
    description: 'The date of the API the program was written for; the current one unless told.',
    schema: { type: 'string', format: 'date' },
  },
  'X-Request-Id': {
    description:
      'An id of your own, which the response repeats and the log names: 8 to 64 of A-Z a-z 0-9 . _ -. Any other value is replaced by a new id.',
    schema: { type: 'string', examples: ['import-2026-11-20'] },
  },
} satisfies Record<string, { description: string; schema: Json }>;

/** The name of one of them. */
export type RequestHeader = keyof typeof requestHeaders;

/** The request headers that change an answer, apart from those of content negotiation. */
export const describeRequestHeaders = ({ current, served }: ApiDates): Record<RequestHeader, Json> => ({
  ...requestHeaders,
  'X-Api-Version': {
    ...requestHeaders['X-Api-Version'],
    schema: { type: 'string', format: 'date', enum: served.map(({ date }) => date), default: current.date },
  },
});
