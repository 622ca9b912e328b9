import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { openEventStream } from '../../events/testing/open-event-stream.ts';
import { type TestApi, withApi } from '../../testing/api.ts';
import { fictionalVersions } from '../../testing/fictional-versions.ts';
import { getStatusAndFieldErrors } from '../../testing/field-errors.ts';
import type { ApiResponse } from '../../testing/request.ts';

type OldTicket = Omit<Ticket, 'subject' | 'tags'> & { title: string };
type Call = NonNullable<Parameters<TestApi['call']>[2]>;

const oldDate = '2026-09-01';
const currentDate = '2026-11-21';
const at = (date: string) => ({ headers: { 'X-Api-Version': date } });
const getVersionHeaders = ({ headers }: ApiResponse) =>
  ['x-api-version', 'deprecation', 'sunset'].map(name => headers.get(name));
const currentHeaders = [currentDate, null, null];
const deprecatedHeaders = [oldDate, '@1795219200', 'Sat, 20 Nov 2027 00:00:00 GMT'];

/** Values of X-Api-Version that are not supported. */
const unsupported: [value: string, code: number][] = [
  ['yesterday', 40007],
  ['', 40007],
  ['2026-02-30', 40007],
  ['2026-11-21T00:00:00Z', 40007],
  ['2026-11-21, 2026-11-21', 40007],
  ['2099-01-01', 40007],
  ['2026-10-01', 40007],
  ['2025-12-01', 41011],
];

withApi(
  api => {
    const call = <Body>(method: string, path: string, { headers, ...options }: Call = {}, date = oldDate) =>
      api().call<Body>(method, path, { ...options, headers: { ...headers, 'X-Api-Version': date } });
    /** Creates a ticket at the current version, with a member that the older version lacks. */
    const create = async (tag = 'vip'): Promise<Ticket> => {
      const body = { subject: 'Late', customer_name: 'Ana', tags: [tag] };
      return (await api().call<Ticket>('POST', '/v1/tickets', { body })).body;
    };
    const readCurrent = async (id: string) => (await api().call<Ticket>('GET', `/v1/tickets/${id}`)).body;

    describe('X-Api-Version', () => {
      it('200 at the current version, with and without the header', async () => {
        for (const call of [{}, at(currentDate)])
          assert.deepEqual(getVersionHeaders(await api().call('GET', '/v1/tickets', call)), currentHeaders);
      });

      it('X-Api-Version, Deprecation and Sunset are in responses of every status at a deprecated version', async () => {
        const { body, ...created } = await call<OldTicket>('POST', '/v1/tickets', { body: { title: 'Late parcel' } });
        const path = `/v1/tickets/${body.id}`;
        const token = await api().createRoleToken('agent', ['tickets:read']);
        const etag = (await call('GET', path)).headers.get('etag') ?? '';
        const requests: [status: number, method: string, path: string, call?: Call][] = [
          [200, 'GET', path],
          [304, 'GET', path, { headers: { 'If-None-Match': etag } }],
          [204, 'PUT', path, { body: { title: 'Late' }, headers: { Prefer: 'return=minimal' } }],
          [204, 'OPTIONS', path, { as: null }],
          [401, 'GET', path, { as: null }],
          [403, 'GET', '/v1/gists', { headers: { Authorization: `Bearer ${token}` } }],
          [404, 'GET', '/v1/tickets/none'],
          [405, 'DELETE', '/v1/people/1'],
          [409, 'PATCH', path, { body: { title: 'Other', version: 1 } }],
          [412, 'DELETE', path, { headers: { 'If-Match': '"1"' } }],
          [422, 'PATCH', path, { body: { title: '' } }],
          [204, 'DELETE', path],
          [200, 'GET', '/v1', { as: null }],
          [200, 'GET', '/v1/openapi.json', { as: null }],
          [200, 'GET', '/v1/rate_limit', { as: null }],
        ];
        assert.deepEqual([created.status, ...getVersionHeaders({ body, ...created })], [201, ...deprecatedHeaders]);
        for (const [status, method, target, options] of requests) {
          const response = await call(method, target, options);
          assert.deepEqual([response.status, ...getVersionHeaders(response)], [status, ...deprecatedHeaders], target);
        }
      });

      it('308 and 404 come before the version check', async () => {
        assert.equal((await api().call('GET', '/v1/tickets/', at('yesterday'))).status, 308);
        assert.equal((await api().call('GET', '/v1/nothing', at('yesterday'))).status, 404);
      });

      for (const [value, code] of unsupported) {
        const status = Math.floor(code / 100);
        it(`${status} for "${value}" lists the supported versions, before authentication, and nothing changes`, async () => {
          for (const [as, method, path] of [
            [null, 'GET', '/v1/tickets'],
            [null, 'GET', '/v1'],
            ['agent', 'POST', '/v1/tickets'],
          ] as const) {
            const body = method === 'POST' ? { subject: 'Never' } : undefined;
            const response = await api().call<{ description?: string }>(method, path, { as, body, ...at(value) });
            assert.deepEqual([response.status, response.body.code], [status, code]);
            assert.deepEqual(getVersionHeaders(response), currentHeaders);
            assert.match(response.body.description ?? '', /Supported versions: 2026-11-21, 2026-09-01\.$/);
          }
          assert.deepEqual((await api().call('GET', '/v1/tickets?q=never')).body, []);
        });
      }

      it('200 for the reference, which lists the versions; the current version is the default', async () => {
        type Parameter = { schema: { enum: string[]; default: string } };
        type Document = {
          info: { version: string; description: string };
          components: { parameters: Record<string, Parameter> };
        };
        const { body } = await api().call<Document>('GET', '/v1/openapi.json');
        const { schema } = body.components.parameters['X-Api-Version'] ?? {};
        assert.deepEqual(
          [schema?.enum, schema?.default, body.info.version],
          [[currentDate, oldDate], currentDate, currentDate],
        );
        assert.match(body.info.description, /2026-09-01 until 2027-11-20/);
      });
    });

    describe('a read at an older version', () => {
      it('200 without members that the version lacks; renamed members stay in order', async () => {
        const { id, tags, ...ticket } = await create();
        const { text } = await call('GET', `/v1/tickets/${id}`);
        const members = Object.entries({ id, ...ticket });
        const expected = members.map(([name, value]) => [name === 'subject' ? 'title' : name, value]);
        assert.equal(text, `${JSON.stringify(Object.fromEntries(expected), null, 2)}\n`);
      });

      it('200 for a list, its envelope and its pages, with the version’s names in fields; 422 for names of the current version', async () => {
        const created = [await create('list'), await create('list')];
        const page = await call<OldTicket[]>('GET', '/v1/tickets?tag=list&fields=id,title&sort=created_at&per_page=1');
        assert.deepEqual(page.body, [{ id: created[0]?.id, title: 'Late' }]);
        const next = await call<{ data: object[] }>('GET', `${page.links['next']}&envelope=true`);
        assert.deepEqual(next.body.data, [{ id: created[1]?.id, title: 'Late' }]);
        for (const fields of ['subject', 'tags', 'id,nothing']) {
          const response = await call('GET', `/v1/tickets?fields=${fields}`);
          assert.deepEqual(getStatusAndFieldErrors(response), [422, [['fields', 1005]]]);
        }
      });

      it('200 for a stream, with the events of the list', async () => {
        const { id } = await create();
        const { body } = await call<object[]>('GET', `/v1/events?ticket_id=${id}`);
        const token = await api().createRoleToken('agent', ['tickets:read']);
        const stream = await openEventStream(api().url, token, { query: `?ticket_id=${id}&after=0`, ...at(oldDate) });
        const { data = '' } = await stream.waitFor(({ event }) => event === 'ticket.created');
        stream.close();
        assert.deepEqual([JSON.parse(data)], body);
        assert.ok('program_id' in JSON.parse(data));
      });

      it('200 for an item and a list with the ETag of a different version, 304 with the version’s own ETag', async () => {
        const { id } = await create();
        for (const path of [`/v1/tickets/${id}`, '/v1/tickets']) {
          const getStatus = async (date: string) => {
            const etag = (await call('GET', path, {}, date)).headers.get('etag') ?? '';
            return (await call('GET', path, { headers: { 'If-None-Match': etag } })).status;
          };
          assert.deepEqual([await getStatus(currentDate), await getStatus(oldDate)], [200, 304]);
        }
      });
    });

    describe('a write at an older version', () => {
      it('201 for a body of the version, with a response and an ETag of the version', async () => {
        const body = { title: 'Old shape', priority: 'low' };
        const created = await call<OldTicket>('POST', '/v1/tickets', { body });
        assert.equal(created.status, 201);
        assert.partialDeepStrictEqual(created.body, body);
        assert.equal('tags' in created.body, false);
        assert.match(created.headers.get('etag') ?? '', /^"1\.2026-09-01/);
        assert.partialDeepStrictEqual(await readCurrent(created.body.id), { subject: 'Old shape', tags: [] });
      });

      it('200 for a PUT, which preserves members that the version lacks and resets omitted members', async () => {
        const before = await create();
        const { body } = await call('GET', `/v1/tickets/${before.id}`);
        const unchanged = await call('PUT', `/v1/tickets/${before.id}`, { body });
        assert.deepEqual([unchanged.status, unchanged.body], [200, body]);
        assert.deepEqual(await readCurrent(before.id), before);
        const replaced = await call<OldTicket>('PUT', `/v1/tickets/${before.id}`, { body: { title: 'Replaced' } });
        assert.deepEqual([replaced.status, replaced.body.customer_name], [200, null]);
        assert.partialDeepStrictEqual(await readCurrent(before.id), { subject: 'Replaced', tags: ['vip'] });
      });

      it('200 for a PATCH, which changes only the named members; 412 for an outdated ETag of any version', async () => {
        const before = await create();
        const path = `/v1/tickets/${before.id}`;
        for (const date of [oldDate, currentDate]) {
          const headers = { 'If-Match': (await call('GET', path, {}, date)).headers.get('etag') ?? '' };
          const body = { title: `Since ${date}` };
          assert.equal((await call('PATCH', path, { headers, body })).status, 200);
          assert.equal((await call('PATCH', path, { headers, body })).status, 412);
        }
        const { updated_at: _, ...after } = await readCurrent(before.id);
        assert.partialDeepStrictEqual({ ...before, subject: `Since ${currentDate}`, version: 3 }, after);
      });

      it('422 with the version’s names, even for unknown members', async () => {
        for (const [body, errors] of [
          [{ title: 'x'.repeat(256) }, { title: 1004 }],
          [
            { title: 'A', subject: 'B', tags: ['c'], nothing: 1 },
            { subject: 1007, tags: 1007, nothing: 1007 },
          ],
          [{}, { title: 1001 }],
        ] as const) {
          const response = await call('POST', '/v1/tickets', { body });
          assert.deepEqual(getStatusAndFieldErrors(response), [422, Object.entries(errors)]);
        }
      });

      it('409 and 412 list the differences with the version’s names', async () => {
        const { id, version } = await create();
        await api().call('PATCH', `/v1/tickets/${id}`, { body: { subject: 'Theirs', tags: [] } });
        const title = { field: 'title', yours: 'Mine', current: 'Theirs' };
        const patch = async (body: object, headers = {}) => {
          const response = await call('PATCH', `/v1/tickets/${id}`, { body, headers });
          return [response.status, response.body.differences];
        };
        const stale = { field: 'version', yours: 1, current: 2 };
        assert.deepEqual(await patch({ title: 'Mine', version }), [409, [title, stale]]);
        assert.deepEqual(await patch({ title: 'Mine' }, { 'If-Match': '"1"' }), [412, [title]]);
      });

      it('201 for a replay with an Idempotency-Key, in the version of the repeated request', async () => {
        const headers = { 'Idempotency-Key': 'at-a-date' };
        const first = await call<OldTicket>('POST', '/v1/tickets', { headers, body: { title: 'Once' } });
        const again = await call('POST', '/v1/tickets', { headers, body: { title: 'Once' } });
        assert.deepEqual([again.status, again.text], [201, first.text]);
        const now = await api().call<Ticket>('POST', '/v1/tickets', { headers, body: { subject: 'Once' } });
        assert.deepEqual([now.status, now.body.id, now.body.subject], [201, first.body.id, 'Once']);
        assert.notEqual(now.headers.get('etag'), first.headers.get('etag'));
      });
    });
  },
  { apiVersions: fictionalVersions },
);
