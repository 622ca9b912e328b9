import type { ApiVersions } from '../versions/registry.ts';
import type { Json } from './json.ts';

const date = { type: 'string', examples: ['Fri, 20 Nov 2026 17:35:33 GMT'] };
const etags = { type: 'string', examples: ['"3"'] };

const requestHeaders = {
  'If-Match': {
    description:
      'Runs the request only if the resource has this version, given as its ETag or its `version` in quotes. Otherwise 412.',
    schema: etags,
  },
  'If-None-Match': {
    description: 'On GET, returns 304 while the ETag is unchanged. On PUT, `*` creates and never replaces.',
    schema: etags,
  },
  'If-Modified-Since': { description: 'Returns 304 if nothing changed since this time.', schema: date },
  'If-Unmodified-Since': {
    description: 'Runs the request only if nothing changed since this time. Otherwise 412.',
    schema: date,
  },
  'Idempotency-Key': {
    description: 'Runs the request once: for 24 hours, the same key returns the first response again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', examples: ['import-2041'] },
  },
  'Last-Event-ID': {
    description: 'The last event that you know: a stream continues after it. It takes precedence over `after`.',
    schema: { type: 'string', examples: ['48211'] },
  },
  Range: {
    description:
      'Reads one part: `bytes=0-1023`, `bytes=1024-` or `bytes=-1024`. A request for several parts gets the whole file.',
    schema: { type: 'string', examples: ['bytes=0-1023'] },
  },
  'If-Range': {
    description: '`Range` applies only if this is still the ETag; otherwise the response is the whole file.',
    schema: etags,
  },
  'Content-Digest': {
    description: 'The SHA-256 of the body, which is verified (RFC 9530).',
    schema: { type: 'string', examples: ['sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:'] },
  },
  Prefer: {
    description: '`return=minimal`: 204 instead of the representation after a replacement (RFC 7240).',
    schema: { type: 'string', examples: ['return=minimal'] },
  },
  'X-Api-Version': {
    description: 'The API version for which the client was written; the default is the current version.',
    schema: { type: 'string', format: 'date' },
  },
  'X-Request-Id': {
    description:
      'Your own request id, which the response and the server log repeat: 8 to 64 characters from A-Z a-z 0-9 . _ -. Any other value is replaced with a new id.',
    schema: { type: 'string', examples: ['import-2026-11-20'] },
  },
} satisfies Record<string, { description: string; schema: Json }>;

export type RequestHeader = keyof typeof requestHeaders;

/** Describes the request headers that change a response, except content negotiation. */
export const describeRequestHeaders = ({ current, served }: ApiVersions): Record<RequestHeader, Json> => ({
  ...requestHeaders,
  'X-Api-Version': {
    ...requestHeaders['X-Api-Version'],
    schema: { type: 'string', format: 'date', enum: served.map(({ date }) => date), default: current.date },
  },
});
