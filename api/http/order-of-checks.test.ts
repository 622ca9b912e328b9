import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Gist, Ticket } from '#contract';
import type { Role } from '#contract/enums';
import { withApi } from '../testing/api.ts';
import type { RequestContent } from '../testing/request.ts';

const long = 'x'.repeat(9000);
const large = 'x'.repeat(1024 * 1024 + 1);
const wide = { 'X-Filler': 'x'.repeat(17_000) };

type Wrong = {
  method?: string;
  address: string;
  as?: Role | null;
  headers?: Record<string, string>;
  body?: unknown;
  text?: RequestContent;
  type?: string;
};

/** Requests that fail two neighbouring checks, in the order of app.ts and mount.ts: the first error wins. */
const requests = (targets: { ticket: string; deleted: string; secret: string; narrow: Record<string, string> }) =>
  [
    [41400, 'a long address, before large headers', { address: `/v1/tickets?q=${long}`, headers: wide }],
    [41400, 'a long address, before a retired version', { address: `/v0/${long}` }],
    [43100, 'large headers, before a retired version', { address: '/v0/tickets', headers: wide }],
    [41010, 'a retired version, before an unknown address', { address: '/v0/nothing' }],
    [
      40400,
      'an unknown address, before the API version',
      { address: '/v1/nothing', headers: { 'X-Api-Version': 'x' } },
    ],
    [
      40007,
      'an unknown API version, before the token',
      { address: targets.ticket, as: null, headers: { 'X-Api-Version': 'x' } },
    ],
    [40100, 'a missing token, before the method', { method: 'DELETE', address: '/v1/tickets', as: null }],
    [
      40101,
      'an invalid token, before the method',
      { method: 'DELETE', address: '/v1/tickets', headers: bearer('bad') },
    ],
    [
      40500,
      'an unsupported method, before the scope',
      { method: 'PUT', address: '/v1/gists', headers: targets.narrow },
    ],
    [40301, 'a missing scope, before a missing resource', { address: '/v1/gists/nowhere', headers: targets.narrow }],
    [
      40301,
      'a missing scope, before the role',
      { method: 'POST', address: '/v1/people', headers: targets.narrow, body: {} },
    ],
    [40401, 'a missing resource, before the role', { method: 'PATCH', address: '/v1/tickets/nowhere', as: 'viewer' }],
    [41001, 'a deleted resource, before the role', { method: 'PATCH', address: targets.deleted, as: 'viewer' }],
    [40300, 'a private resource, before the role', { method: 'PATCH', address: targets.secret, as: 'viewer' }],
    [
      41001,
      'a deleted parent, before the media type',
      { method: 'POST', address: `${targets.deleted}/messages`, type: 'a/b' },
    ],
    [
      40500,
      'the role, before the media type',
      { method: 'PATCH', address: targets.ticket, as: 'viewer', text: 'x', type: 'a/b' },
    ],
    [40500, 'the role on POST', { method: 'POST', address: '/v1/tickets', as: 'viewer', text: 'x', type: 'a/b' }],
    [40500, 'the role on DELETE', { method: 'DELETE', address: targets.ticket, as: 'viewer', headers: stale }],
    [41500, 'the media type, before the size', { method: 'PATCH', address: targets.ticket, text: large, type: 'a/b' }],
    [41300, 'the size, before the JSON', { method: 'PATCH', address: targets.ticket, text: large }],
    [
      40001,
      'invalid JSON, before a precondition',
      { method: 'PATCH', address: targets.ticket, text: '{', headers: stale },
    ],
    [
      40003,
      'JSON that is not an object, before a precondition',
      { method: 'PUT', address: targets.ticket, body: [], headers: stale },
    ],
    [
      40009,
      'a malformed If-Match, before a field',
      { method: 'PUT', address: targets.ticket, body: {}, headers: malformed },
    ],
    [41200, 'a precondition, before a field', { method: 'PATCH', address: targets.ticket, body: bad, headers: stale }],
    [
      41200,
      'a precondition, before a parameter',
      { method: 'PUT', address: `${targets.ticket}?no=1`, body: bad, headers: stale },
    ],
    [41200, 'a precondition on DELETE', { method: 'DELETE', address: `${targets.ticket}?no=1`, headers: stale }],
    [42200, 'a field, before a conflict', { method: 'PATCH', address: targets.ticket, body: { ...bad, version: 1 } }],
    [
      42200,
      'a field, before a conflict on PUT',
      { method: 'PUT', address: targets.ticket, body: { ...bad, version: 1 } },
    ],
    [42200, 'a parameter, before a conflict', { method: 'PATCH', address: `${targets.ticket}?no=1`, body: outdated }],
    [40901, 'a conflict', { method: 'PATCH', address: targets.ticket, body: outdated }],
  ] as const satisfies [code: number, title: string, wrong: Wrong][];

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const stale = { 'If-Match': '"1"' };
const malformed = { 'If-Match': '1' };
const bad = { subject: '' };
const outdated = { subject: 'Late', version: 1 };
const noTargets = { ticket: '', deleted: '', secret: '', narrow: {} };

withApi(api => {
  let targets: Parameters<typeof requests>[0] = noTargets;
  before(async () => {
    const { call, createRoleToken } = api();
    const create = async (list: string, body: object) => (await call<Ticket | Gist>('POST', list, { body })).body.url;
    const [ticket, deleted] = [
      await create('/v1/tickets', { subject: 'A' }),
      await create('/v1/tickets', { subject: 'B' }),
    ];
    await call('PATCH', ticket, { body: { subject: 'Changed' } });
    await call('DELETE', deleted);
    const secret = await create('/v1/gists', { public: false, files: { a: { content: '' } } });
    targets = { ticket, deleted, secret, narrow: bearer(await createRoleToken('agent', ['tickets:read'])) };
  });

  describe('the order of checks', () => {
    for (const [index, [code, title]] of requests(noTargets).entries()) {
      it(`${Math.floor(code / 100)} for ${title}`, async () => {
        const [, , wrong] = requests(targets)[index] ?? [];
        const { method = 'GET', address, ...call }: Wrong = wrong ?? { address: '' };
        const response = await api().call(method, address, call);
        assert.deepEqual([response.status, response.body.code], [Math.floor(code / 100), code]);
      });
    }
  });
});

withApi(
  api => {
    describe('the order of checks above a rate limit', () => {
      it('429 for an address comes before 401 for its token', async () => {
        const code = async () => (await api().call('GET', '/v1/tickets', { headers: bearer('bad') })).body.code;
        assert.deepEqual([await code(), await code()], [40101, 42900]);
        const unknown = { ...bearer('bad'), 'X-Api-Version': 'x' };
        assert.equal((await api().call('GET', '/v1/tickets', { headers: unknown })).status, 400);
      });

      it('429 for a person comes before 405 and after the API version', async () => {
        const code = async (headers = {}) => (await api().call('PUT', '/v1/tickets', { headers })).body.code;
        assert.deepEqual([await code(), await code(), await code({ 'X-Api-Version': 'x' })], [40500, 42900, 40007]);
      });
    });
  },
  { perMinute: 1, ipPerMinute: 1 },
);
