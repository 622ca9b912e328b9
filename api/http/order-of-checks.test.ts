import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Gist, Ticket } from '#contract';
import { type TestApi, withApi } from '../testing/api.ts';

/** `isNarrow`: sends a token that has only the scope tickets:read. */
type Call = NonNullable<Parameters<TestApi['call']>[2]> & { isNarrow?: true };

const long = 'x'.repeat(9000);
const large = 'x'.repeat(1024 * 1024 + 1);
const wide = { 'X-Filler': 'x'.repeat(17_000) };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const unknownVersion = { 'X-Api-Version': 'x' };
const stale = { 'If-Match': '"1"' };
const malformed = { 'If-Match': '1' };
const invalidBody = { subject: '' };
const outdated = { subject: 'Late', version: 1 };
const text = { text: 'x', type: 'a/b' };
const viewer = { as: 'viewer' } as const;
const narrow = { isNarrow: true } as const;

/**
 * Requests that fail checks, in the order of app.ts and mount.ts. A request that fails two checks gets the error of the
 * first check.
 */
const requests: [code: number, title: string, request: string, call?: Call][] = [
  [41400, 'a long URL, before large headers', `GET /v1/tickets?q=${long}`, { headers: wide }],
  [41400, 'a long URL, before a retired version', `GET /v0/${long}`],
  [43100, 'large headers, before a retired version', 'GET /v0/tickets', { headers: wide }],
  [41010, 'a retired version, before an unknown URL', 'GET /v0/nothing'],
  [40400, 'an unknown URL, before the API version', 'GET /v1/nothing', { headers: unknownVersion }],
  [40007, 'an unknown API version, before the token', 'GET {ticket}', { as: null, headers: unknownVersion }],
  [40100, 'a missing token, before the method', 'DELETE /v1/tickets', { as: null }],
  [40101, 'an invalid token, before the method', 'DELETE /v1/tickets', { headers: bearer('bad') }],
  [40500, 'an unsupported method, before the scope', 'PUT /v1/gists', narrow],
  [40301, 'a missing scope, before a missing resource', 'GET /v1/gists/nowhere', narrow],
  [40301, 'a missing scope, before the role', 'POST /v1/people', { ...narrow, body: {} }],
  [40401, 'a missing resource, before the role', 'PATCH /v1/tickets/nowhere', viewer],
  [41001, 'a deleted resource, before the role', 'PATCH {deleted}', viewer],
  [40300, 'a private resource, before the role', 'PATCH {privateGist}', viewer],
  [41001, 'a deleted parent, before the media type', 'POST {deleted}/messages', text],
  [40500, 'a method that the role may not use, before the media type', 'PATCH {ticket}', { ...viewer, ...text }],
  [40500, 'a POST that the role may not use, before the media type', 'POST /v1/tickets', { ...viewer, ...text }],
  [
    40500,
    'a DELETE that the role may not use, before a failed precondition',
    'DELETE {ticket}',
    { ...viewer, headers: stale },
  ],
  [41500, 'an unsupported media type, before the size', 'PATCH {ticket}', { text: large, type: 'a/b' }],
  [41300, 'a body that is too large, before invalid JSON', 'PATCH {ticket}', { text: large }],
  [40001, 'invalid JSON, before a failed precondition', 'PATCH {ticket}', { text: '{', headers: stale }],
  [40003, 'JSON that is not an object, before a failed precondition', 'PUT {ticket}', { body: [], headers: stale }],
  [40009, 'a malformed If-Match, before an invalid field', 'PUT {ticket}', { body: {}, headers: malformed }],
  [41200, 'a failed precondition, before an invalid field', 'PATCH {ticket}', { body: invalidBody, headers: stale }],
  [
    41200,
    'a failed precondition, before an unknown parameter',
    'PUT {ticket}?no=1',
    { body: invalidBody, headers: stale },
  ],
  [41200, 'a failed precondition on DELETE, before an unknown parameter', 'DELETE {ticket}?no=1', { headers: stale }],
  [42200, 'an invalid field, before a conflict', 'PATCH {ticket}', { body: { ...invalidBody, version: 1 } }],
  [42200, 'an invalid field, before a conflict on PUT', 'PUT {ticket}', { body: { ...invalidBody, version: 1 } }],
  [42200, 'an unknown parameter, before a conflict', 'PATCH {ticket}?no=1', { body: outdated }],
  [40901, 'a conflict', 'PATCH {ticket}', { body: outdated }],
];

withApi(api => {
  let targets: Record<string, string> = {};
  let narrowToken = '';
  before(async () => {
    const { call, createRoleToken } = api();
    const create = async (list: string, body: object) => (await call<Ticket | Gist>('POST', list, { body })).body.url;
    const ticket = await create('/v1/tickets', { subject: 'A' });
    const deleted = await create('/v1/tickets', { subject: 'B' });
    await call('PATCH', ticket, { body: { subject: 'Changed' } });
    await call('DELETE', deleted);
    const privateGist = await create('/v1/gists', { public: false, files: { a: { content: '' } } });
    targets = { ticket, deleted, privateGist };
    narrowToken = await createRoleToken('agent', ['tickets:read']);
  });

  describe('the order of checks', () => {
    for (const [code, title, request, { isNarrow, ...call } = {}] of requests) {
      const status = Math.floor(code / 100);
      it(`${status} for ${title}`, async () => {
        const [method = '', path = ''] = request.split(' ');
        const filled = path.replace(/\{(\w+)\}/, (_, name: string) => targets[name] ?? '');
        const response = await api().call(method, filled, isNarrow ? { ...call, headers: bearer(narrowToken) } : call);
        assert.deepEqual([response.status, response.body.code], [status, code]);
      });
    }
  });
});

withApi(
  api => {
    describe('the order of checks above a rate limit', () => {
      it('429 for an IP address comes before 401 for an invalid token, and after 400 for an unknown API version', async () => {
        const code = async () => (await api().call('GET', '/v1/tickets', { headers: bearer('bad') })).body.code;
        assert.deepEqual([await code(), await code()], [40101, 42900]);
        const unknown = { ...bearer('bad'), ...unknownVersion };
        assert.equal((await api().call('GET', '/v1/tickets', { headers: unknown })).status, 400);
      });

      it('429 for a person comes before 405, and after 400 for an unknown API version', async () => {
        const code = async (headers = {}) => (await api().call('PUT', '/v1/tickets', { headers })).body.code;
        assert.deepEqual([await code(), await code(), await code(unknownVersion)], [40500, 42900, 40007]);
      });
    });
  },
  { perMinute: 1, ipPerMinute: 1 },
);
