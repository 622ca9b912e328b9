import { type Json, reference } from './json.ts';

const text = (...examples: string[]) => ({ type: 'string', examples });
const number = (...examples: number[]) => ({ type: 'integer', minimum: 0, examples });

/** Response headers. A `required` header is always present in the responses that list it. */
const headers = {
  'X-Request-Id': {
    required: true,
    description: 'The id of the request in the server log.',
    schema: text('import-2026'),
  },
  'X-Api-Version': { required: true, description: 'The API version of the response.', schema: text() },
  'X-Rate-Limit-Limit': { required: true, description: 'Requests per minute.', schema: number(1000) },
  'X-Rate-Limit-Remaining': { required: true, description: 'Requests left in this minute.', schema: number(998) },
  'X-Rate-Limit-Reset': { required: true, description: 'Seconds until the limit resets.', schema: number(42) },
  Deprecation: { description: 'When this API version was deprecated (RFC 9745).', schema: text('@1795219200') },
  Sunset: {
    description: 'When this API version is retired (RFC 8594).',
    schema: text('Sat, 20 Nov 2027 00:00:00 GMT'),
  },
  ETag: { required: true, description: 'For If-Match and If-None-Match.', schema: text() },
  'Last-Modified': {
    required: true,
    description: '`updated_at`, or `Date` if that is earlier.',
    schema: text('Fri, 20 Nov 2026 17:35:33 GMT'),
  },
  'Cache-Control': {
    required: true,
    description: 'How the response may be cached.',
    schema: text('private, no-cache'),
  },
  Vary: {
    required: true,
    description: 'The request headers that the response depends on.',
    schema: text('Authorization, Accept-Encoding, X-Api-Version, Origin'),
  },
  'Accept-Ranges': { required: true, description: '`bytes`: parts can be read.', schema: text('bytes') },
  'Content-Range': {
    required: true,
    description: 'The part that was sent, and the size of the whole file.',
    schema: text('bytes 0-1023/48211'),
  },
  'Content-Disposition': {
    required: true,
    description: 'Whether a browser may show the file, and its name.',
    schema: text('attachment; filename="statement.pdf"'),
  },
  Allow: { required: true, description: 'The methods you may use here.', schema: text('GET, HEAD, OPTIONS') },
  Link: {
    required: true,
    description: 'The pages `first`, `prev`, `next` and `last`, if they exist (RFC 8288).',
    schema: text('<https://desk.example/v1/tickets?per_page=30>; rel="first"'),
  },
  'X-Total-Count': {
    description: 'The number of matching items, with `count=true` or `envelope=true`.',
    schema: number(128),
  },
  'X-Total-Count-Exact': { description: '`false` if there are more items than were counted.', schema: text('false') },
  Location: {
    required: true,
    description: 'The URL of the created resource.',
    schema: text('https://desk.example/v1/tickets/1042'),
  },
  'Idempotency-Replayed': { description: '`true` if this repeats the first response.', schema: text('true') },
  'Preference-Applied': { required: true, description: '`return=minimal` (RFC 7240).', schema: text('return=minimal') },
  'Retry-After': { required: true, description: 'Seconds to wait before the next attempt.', schema: number(42) },
  'WWW-Authenticate': {
    description: 'The authentication challenge (RFC 6750).',
    schema: text('Bearer realm="stardesk"'),
  },
  'Accept-Patch': { description: 'The supported media types for PATCH (RFC 5789).', schema: text('application/json') },
  'Accept-Encoding': { description: 'The supported content codings.', schema: text('gzip, deflate, br, identity') },
  'X-Remote-Pictures': {
    description: 'The number of pictures on other servers, shown or omitted.',
    schema: number(7),
  },
  'X-Sender-Authentication': {
    description: '`pass` or `fail` if the mail server of the mailbox has checked DMARC, else `none`.',
    schema: { type: 'string', enum: ['pass', 'fail', 'none'] },
  },
  Accept: { required: true, description: 'The supported media types.', schema: text('application/json') },
} satisfies Record<string, { required?: true; description: string; schema: Json }>;

export type ResponseHeader = keyof typeof headers;

/** Returns `components.headers`, with examples of the current API version. */
export const describeHeaders = (apiVersion: string): Json => ({
  ...headers,
  'X-Api-Version': { ...headers['X-Api-Version'], schema: text(apiVersion) },
  ETag: { ...headers.ETag, schema: text(`"3.${apiVersion}"`) },
});

export const referenceHeaders = (names: readonly ResponseHeader[]): Json =>
  Object.fromEntries(names.map(name => [name, reference('headers', name)]));

/** Describes headers that the response may lack. */
export const describeOptionalHeaders = (names: readonly ResponseHeader[]): Json =>
  Object.fromEntries(names.map(name => [name, { ...headers[name], required: false }]));

/** Headers of every response under /v1, except errors sent before the rate limit was read. */
export const rateHeaders: ResponseHeader[] = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset'];

/** Headers of every successful response; `Deprecation` and `Sunset` are present only for a deprecated API version. */
export const commonHeaders: ResponseHeader[] = [
  'X-Request-Id',
  'X-Api-Version',
  'Vary',
  ...rateHeaders,
  'Deprecation',
  'Sunset',
];
