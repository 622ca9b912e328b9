import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleTicket } from '#contract/examples';
import { type Scope, scopes } from '#contract/vocabulary';
import { apiDates } from '../http/dates/shipped.ts';
import { describeApi } from '../http/openapi/document.ts';
import { createConformance } from './conformance.ts';

const base = 'http://localhost:4000';
const scopeWords = Object.fromEntries(scopes.map(scope => [scope, scope])) as Record<Scope, string>;
const conforms = createConformance(describeApi({ publicUrl: base, scopeWords, dates: apiDates }));

const common = {
  'X-Request-Id': 'a-request',
  'X-Api-Version': '2026-11-21',
  Vary: 'Authorization, Accept-Encoding, X-Api-Version',
  'X-Rate-Limit-Limit': '1000',
  'X-Rate-Limit-Remaining': '999',
  'X-Rate-Limit-Reset': '60',
};
const read = {
  ...common,
  ETag: '"3"',
  'Last-Modified': 'Fri, 20 Nov 2026 17:35:33 GMT',
  'Cache-Control': 'private, no-cache',
  Allow: 'GET',
};

const json = { 'Content-Type': 'application/json' };

type Changes = {
  method?: string;
  address?: string;
  status?: number;
  headers?: Record<string, string>;
  sentHeaders?: Record<string, string>;
  sent?: unknown;
  received?: unknown;
};

/** The answer to GET of a ticket, with something else about it. */
const checking = (changes: Changes) => () => {
  const answer = { method: 'GET', address: '/v1/tickets/1042', status: 200, headers: read, received: exampleTicket };
  const { address, headers, sentHeaders, sent, ...rest } = {
    sentHeaders: json,
    sent: undefined,
    ...answer,
    ...changes,
  };
  conforms({
    ...rest,
    sent: sent === undefined ? null : JSON.stringify(sent),
    url: new URL(address, base),
    headers: new Headers(headers),
    sentHeaders: new Headers(sentHeaders),
  });
};

const error = (code: number) => ({ code, message: 'No', description: 'No.' });
const refused = { ...common, 'Cache-Control': 'no-store' };
const notFound = (code: number) => ({ status: 404, headers: refused, received: error(code) });

describe('an answer held against the OpenAPI document', () => {
  it('passes when it is what is promised', () => {
    checking({})();
    checking({ address: '/v1/tickets/1042?fields=id,subject', received: { id: '1', subject: 'A' } })();
    checking(notFound(40401))();
    checking({ method: 'HEAD', received: undefined })();
    checking({ sentHeaders: { 'X-Api-Version': '2026-10-01' }, received: { title: 'of another shape' } })();
    const { 'Last-Modified': _, ...list } = { ...read, Link: '' };
    checking({ address: '/v1/tickets/recently_closed', headers: list, received: [] })();
    checking({ address: `/v1/tickets?per_page=${'9'.repeat(400)}`, headers: list, received: [] })();
    checking({ address: '/healthz', received: { status: 'ok' } })();
  });

  const { closed_at, ...partial } = exampleTicket;
  const wrong: Record<string, [Changes, RegExp]> = {
    'a member that is missing': [{ received: partial }, /closed_at/],
    'a member that is not documented': [{ received: { ...exampleTicket, secret: 1 } }, /secret/],
    'a member of another type': [{ received: { ...exampleTicket, version: '3' } }, /\/version must be integer/],
    'a time without milliseconds': [
      { received: { ...exampleTicket, created_at: '2026-11-20T17:35:33Z' } },
      /created_at/,
    ],
    'more members than were asked for': [{ address: '/v1/tickets/1042?fields=id' }, /must NOT have additional/],
    'a list where a thing is promised': [{ received: [exampleTicket] }, /must be object/],
    'a missing header': [{ headers: common }, /the header ETag is missing/],
    'a header that is not documented there': [{ headers: { ...read, Location: '/' } }, /undocumented: Location/],
    'a status that is not documented': [{ status: 202 }, /getTicket documents no 202/],
    'an error code that is not documented': [notFound(40403), /undocumented: code 40403/],
    'an error of another shape': [{ ...notFound(40401), received: { error: 'no' } }, /required property 'code'/],
    'an address that does nothing on paper': [{ address: '/v1/secrets' }, /no such operation/],
    'a parameter that is not documented': [{ address: '/v1/tickets/1042?secret=1' }, /undocumented: parameter secret/],
    'a parameter out of its limits': [{ address: '/v1/tickets/1042?pretty=maybe' }, /parameter pretty/],
    'a body that was taken against the document': [
      { method: 'PATCH', headers: { ...common, ETag: '"4"', 'Last-Modified': '' }, sent: { state: 'lost' } },
      /\/state must be equal to one of the allowed values/,
    ],
    'a path parameter against the document': [
      { method: 'PUT', address: '/v1/tickets/-1', headers: common, sent: { subject: 'A' } },
      /parameter ticket_id: .*must match pattern/,
    ],
    'a header field against the document': [
      { method: 'POST', address: '/v1/tickets', status: 201, sentHeaders: { ...json, 'Idempotency-Key': 'a b' } },
      /parameter Idempotency-Key: .*must match pattern/,
    ],
    'a content type that is not documented': [
      { method: 'PUT', headers: common, sentHeaders: { 'Content-Type': 'text/plain' }, sent: { subject: 'A' } },
      /undocumented: content type text\/plain/,
    ],
    'a body where none is documented': [{ method: 'DELETE', status: 204, headers: common }, /a body where none/],
  };
  for (const [name, [changes, message]] of Object.entries(wrong)) {
    it(`fails for ${name}`, () => {
      assert.throws(checking(changes), message);
    });
  }
});
