import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleTicket } from '#contract/examples';
import { scopeLabels } from '#contract/scope-labels';
import { describeApi } from '../http/openapi/document.ts';
import { releasedVersions } from '../http/versions/released-versions.ts';
import { createConformance } from './conformance.ts';

const base = 'http://localhost:4000';
const conforms = createConformance(
  describeApi({ apiPublicUrl: base, scopeDescriptions: scopeLabels, apiVersions: releasedVersions }),
);

const common = {
  'X-Request-Id': 'a-request',
  'X-Api-Version': '2026-11-21',
  Vary: 'Authorization, Accept-Encoding, X-Api-Version, Origin',
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
  path?: string;
  status?: number;
  headers?: Record<string, string>;
  sentHeaders?: Record<string, string>;
  sent?: unknown;
  received?: unknown;
};

/** Returns a function that changes a valid exchange (GET of a ticket) and checks it. */
const checkWith = (changes: Changes) => () => {
  const response = { method: 'GET', path: '/v1/tickets/1042', status: 200, headers: read, received: exampleTicket };
  const { path, headers, sentHeaders, sent, ...rest } = {
    sentHeaders: json,
    sent: undefined,
    ...response,
    ...changes,
  };
  conforms({
    ...rest,
    sent: sent === undefined ? null : JSON.stringify(sent),
    url: new URL(path, base),
    headers: new Headers(headers),
    sentHeaders: new Headers(sentHeaders),
  });
};

const error = (code: number) => ({ code, message: 'No', description: 'No.' });
const errorHeaders = { ...common, 'Cache-Control': 'no-store' };
const notFound = (code: number) => ({ status: 404, headers: errorHeaders, received: error(code) });

describe('the check of responses against the OpenAPI document', () => {
  it('accepts documented responses', () => {
    checkWith({})();
    checkWith({ path: '/v1/tickets/1042?fields=id,subject', received: { id: '1', subject: 'A' } })();
    checkWith(notFound(40401))();
    checkWith({ method: 'HEAD', received: undefined })();
    checkWith({ sentHeaders: { 'X-Api-Version': '2026-10-01' }, received: { title: 'another shape' } })();
    const { 'Last-Modified': _, ...list } = { ...read, Link: '' };
    checkWith({ path: '/v1/tickets/recently_closed', headers: list, received: [] })();
    checkWith({ path: `/v1/tickets?per_page=${'9'.repeat(400)}`, headers: list, received: [] })();
    checkWith({ path: '/healthz', received: { status: 'ok' } })();
  });

  const { closed_at, ...partial } = exampleTicket;
  const violations: Record<string, [Changes, RegExp]> = {
    'a missing member': [{ received: partial }, /closed_at/],
    'an undocumented member': [{ received: { ...exampleTicket, secret: 1 } }, /secret/],
    'a member of an invalid type': [{ received: { ...exampleTicket, version: '3' } }, /\/version must be integer/],
    'more members than requested': [{ path: '/v1/tickets/1042?fields=id' }, /must NOT have additional/],
    'a missing header': [{ headers: common }, /the header ETag is missing/],
    'an undocumented header': [{ headers: { ...read, Location: '/' } }, /undocumented: Location/],
    'an undocumented status': [{ status: 202 }, /getTicket documents no 202/],
    'an undocumented error code': [notFound(40403), /undocumented: code 40403/],
    'an error with an invalid shape': [{ ...notFound(40401), received: { error: 'no' } }, /required property 'code'/],
    'an undocumented path': [{ path: '/v1/secrets' }, /not contain the operation/],
    'an undocumented parameter': [{ path: '/v1/tickets/1042?secret=1' }, /undocumented: parameter secret/],
    'an invalid parameter': [{ path: '/v1/tickets/1042?pretty=maybe' }, /parameter pretty/],
    'an invalid body that was accepted': [
      { method: 'PATCH', headers: { ...common, ETag: '"4"', 'Last-Modified': '' }, sent: { state: 'lost' } },
      /\/state must be equal to one of the allowed values/,
    ],
    'another text with the same strong ETag': [{ received: { ...exampleTicket, subject: 'A' } }, /same strong ETag/],
  };
  it('rejects every violation', () => {
    for (const [name, [changes, message]] of Object.entries(violations))
      assert.throws(checkWith(changes), message, name);
  });
});
