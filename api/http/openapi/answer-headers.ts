import { type Json, reference } from './json.ts';

const text = (...examples: string[]) => ({ type: 'string', examples });
const number = (...examples: number[]) => ({ type: 'integer', minimum: 0, examples });

/** The headers of answers. `required`: always there, where an answer lists it. */
const headers = {
  'X-Request-Id': { required: true, description: 'The id under which the log has it.', schema: text('import-2026') },
  'X-Api-Version': { required: true, description: 'The date of the API that answered.', schema: text() },
  'X-Rate-Limit-Limit': { required: true, description: 'Requests in a minute.', schema: number(1000) },
  'X-Rate-Limit-Remaining': { required: true, description: 'Requests left of this minute.', schema: number(998) },
  'X-Rate-Limit-Reset': { required: true, description: 'Seconds until the minute is over.', schema: number(42) },
  Deprecation: { description: 'Since when this date of the API is outdated (RFC 9745).', schema: text('@1795219200') },
  Sunset: { description: 'When it ends (RFC 8594).', schema: text('Sat, 20 Nov 2027 00:00:00 GMT') },
  ETag: { required: true, description: 'For If-Match and If-None-Match.', schema: text() },
  'Last-Modified': {
    required: true,
    description: '`updated_at`, or `Date` where that is earlier.',
    schema: text('Fri, 20 Nov 2026 17:35:33 GMT'),
  },
  'Cache-Control': { required: true, description: 'How it may be kept.', schema: text('private, no-cache') },
  Vary: {
    required: true,
    description: 'What else it depends on.',
    schema: text('Authorization, Accept-Encoding, X-Api-Version'),
  },
  Allow: { required: true, description: 'The methods you may use here.', schema: text('GET, HEAD, OPTIONS') },
  Link: {
    required: true,
    description: 'The pages `first`, `prev`, `next` and `last`, as far as there are (RFC 8288).',
    schema: text('<https://desk.example/v1/tickets?per_page=30>; rel="first"'),
  },
  'X-Total-Count': { description: 'How many rows there are, with `count=true`.', schema: number(128) },
  'X-Total-Count-Exact': { description: '`false` if there are more than were counted.', schema: text('false') },
  Location: { required: true, description: 'Where it is.', schema: text('https://desk.example/v1/tickets/1042') },
  'Idempotency-Replayed': { description: '`true` if this is the first answer again.', schema: text('true') },
  'Preference-Applied': { required: true, description: '`return=minimal` (RFC 7240).', schema: text('return=minimal') },
  'Retry-After': { required: true, description: 'Seconds to wait.', schema: number(42) },
  'WWW-Authenticate': { description: 'What is missing (RFC 6750).', schema: text('Bearer realm="stardesk"') },
  'Accept-Patch': { description: 'The same for PATCH (RFC 5789).', schema: text('application/json') },
  'Accept-Encoding': { description: 'The codings that are understood.', schema: text('gzip, deflate, br, identity') },
  Accept: { required: true, description: 'The media types that are taken.', schema: text('application/json') },
} satisfies Record<string, { required?: true; description: string; schema: Json }>;

/** The name of a header of an answer. */
export type AnswerHeader = keyof typeof headers;

/** `components.headers`; the examples are of the current date. */
export const describeHeaders = (date: string): Json => ({
  ...headers,
  'X-Api-Version': { ...headers['X-Api-Version'], schema: text(date) },
  ETag: { ...headers.ETag, schema: text(`"3.${date}"`) },
});

/** References to headers by their names. */
export const headersOf = (names: readonly AnswerHeader[]): Json =>
  Object.fromEntries(names.map(name => [name, reference('headers', name)]));

/** Headers that are there unless it went wrong too early. */
export const optionalHeadersOf = (names: readonly AnswerHeader[]): Json =>
  Object.fromEntries(names.map(name => [name, { ...headers[name], required: false }]));

/** On every answer under /v1 that was not too large to look at. */
export const rateHeaders: AnswerHeader[] = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset'];

/** On every success. */
export const commonHeaders: AnswerHeader[] = [
  'X-Request-Id',
  'X-Api-Version',
  'Vary',
  ...rateHeaders,
  'Deprecation',
  'Sunset',
];
