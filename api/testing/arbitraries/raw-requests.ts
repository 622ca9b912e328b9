import fc from 'fast-check';
import type { Operation } from '#contract/operation';
import { edgeCaseJson, edgeCaseValues, mostly } from './edge-cases.ts';
import { framings, rawBodiesFor } from './raw-bodies.ts';

/** Existing ids and valid tokens. */
export type KnownResources = { ids: Record<string, readonly string[]>; tokens: readonly string[] };

const parameterNames =
  `sort q fields state priority assignee_id tag awaiting_reply customer_email created_since updated_since
  per_page cursor count envelope pretty starred owner_id ticket_id type`.split(/\s+/);
const headerNames =
  `If-Match If-None-Match If-Modified-Since If-Unmodified-Since X-Api-Version Idempotency-Key X-Request-Id
  Prefer Accept Accept-Encoding Content-Encoding Expect Range Origin Cookie Upgrade Connection Transfer-Encoding TE
  Content-Length Content-Type Host X-Forwarded-For X-HTTP-Method-Override Authorization`.split(/\s+/);
const headerValues = '* "1" W/"1" gzip chunked close 100-continue return=minimal bytes=0-1 websocket 5'.split(' ');
const otherMethods = ['', ...'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND BREW get'.split(' ')];

const methods = mostly(fc.constant(null), fc.constantFrom(...otherMethods), 3);

/** Fills `/tickets/{ticket_id}` with existing ids or edge-case values. */
const paths = ({ path }: Operation, { ids }: KnownResources): fc.Arbitrary<string> => {
  const parts = path.split('/').map(part => {
    const values = ids[part.replaceAll(/[{}]/g, '')] ?? ['1'];
    return part.startsWith('{')
      ? mostly(fc.constantFrom(...values), edgeCaseValues, 2)
      : mostly(fc.constant(part), edgeCaseValues, 30);
  });
  return fc.tuple(...parts).map(whole => `/v1${whole.join('/')}`);
};

const queries = fc
  .array(fc.tuple(mostly(fc.constantFrom(...parameterNames), edgeCaseValues), edgeCaseValues), {
    maxLength: 3,
  })
  .map(pairs => (pairs.length === 0 ? '' : `?${pairs.map(pair => pair.join('=')).join('&')}`));

const fieldValues = mostly(edgeCaseValues, fc.constantFrom(...headerValues), 1);
const fieldLines = fc
  .array(fc.tuple(mostly(fc.constantFrom(...headerNames), edgeCaseValues, 20), fieldValues), {
    maxLength: 3,
  })
  .map(fields => fields.map(([name, value]) => `${name}: ${value}\r\n`).join(''));

const types = mostly(fc.constant('application/json'), edgeCaseValues, 10);

/**
 * Requests for an operation, one character per byte. They are mostly well-formed, with edge-case values in any part.
 */
export const requestsFor = (operation: Operation, known: KnownResources): fc.Arbitrary<string> =>
  fc
    .record({
      method: methods,
      path: paths(operation, known),
      query: queries,
      token: mostly(fc.constantFrom(...known.tokens), edgeCaseValues, 10),
      fields: fieldLines,
      type: types,
      body: operation.body === null ? mostly(fc.constant(''), edgeCaseJson) : rawBodiesFor(operation),
      frame: framings,
    })
    .map(({ method, path, query, token, fields, type, body, frame }) => {
      const [framing, content] = body === '' ? ['', ''] : frame(body);
      const head = `${method ?? operation.method} ${path}${query} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;
      const typed = body === '' ? '' : `Content-Type: ${type}\r\n`;
      return `${head}${fields}${typed}${framing}\r\n${content}`;
    });

/** Bytes that are not an HTTP request. */
export const noise: fc.Arbitrary<string> = fc
  .array(edgeCaseValues, { minLength: 1, maxLength: 10 })
  .map(parts => `${parts.join(' ')}\r\n\r\n`);
