import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TestApi, withApi } from '../../testing/api.ts';
import { fictionalVersions } from '../../testing/fictional-versions.ts';
import type { ApiResponse } from '../../testing/request.ts';

const old = '2026-09-01';
const at = (date: string) => ({ headers: { 'X-Api-Version': date } });
const getVersionHeaders = ({ headers }: ApiResponse) =>
  ['x-api-version', 'deprecation', 'sunset'].map(name => headers.get(name));
const current = ['2026-11-21', null, null];
const deprecated = [old, '@1795219200', 'Sat, 20 Nov 2027 00:00:00 GMT'];

withApi(
  api => {
    describe('X-Api-Version', () => {
      it('200 at the current version, with and without the header', async () => {
        assert.deepEqual(getVersionHeaders(await api().call('GET', '/v1/tickets')), current);
        assert.deepEqual(getVersionHeaders(await api().call('GET', '/v1/tickets', at('2026-11-21'))), current);
      });

      it('200, 201, 204, 304, 401, 403, 404, 405, 409, 412 and 422 at a deprecated version carry the version, Deprecation and Sunset', async () => {
        for (const [status, response] of await everyStatus(api())) {
          assert.deepEqual([response.status, ...getVersionHeaders(response)], [status, ...deprecated]);
        }
      });

      it('200 at a deprecated version without a token for the index, the reference and the rate limit', async () => {
        for (const address of ['/v1', '/v1/openapi.json', '/v1/rate_limit']) {
          const response = await api().call('GET', address, { as: null, ...at(old) });
          assert.deepEqual([response.status, ...getVersionHeaders(response)], [200, ...deprecated], address);
          assert.equal((await api().call('GET', address, { as: null, ...at('2026-09-02') })).status, 400);
        }
      });

      it('308 and 404 come before the version check', async () => {
        assert.equal((await api().call('GET', '/v1/tickets/', at('yesterday'))).status, 308);
        assert.equal((await api().call('GET', '/v1/nothing', at('yesterday'))).status, 404);
      });

      const unknown = {
        'not a date': 'yesterday',
        'empty text': '',
        'no day of the calendar': '2026-02-30',
        'a time': '2026-11-21T00:00:00Z',
        'given twice': '2026-11-21, 2026-11-21',
        'in the future': '2099-01-01',
        'between two dates': '2026-10-01',
      };
      for (const [name, value] of Object.entries(unknown)) {
        it(`400 without a token for a version that is ${name}, with the supported ones`, async () => {
          const response = await api().call<{ description?: string }>('GET', '/v1/tickets', { as: null, ...at(value) });
          assert.deepEqual(
            [response.status, response.body.code, ...getVersionHeaders(response)],
            [400, 40007, ...current],
          );
          assert.ok(response.body.description?.endsWith('Supported versions: 2026-11-21, 2026-09-01.'));
        });
      }

      it('410 for a retired version, before authentication', async () => {
        for (const as of [null, 'agent'] as const) {
          const response = await api().call<{ description?: string }>('GET', '/v1/tickets', {
            as,
            ...at('2025-12-01'),
          });
          assert.deepEqual(
            [response.status, response.body.code, ...getVersionHeaders(response)],
            [410, 41011, ...current],
          );
          assert.match(response.body.description ?? '', /is retired.*2026-11-21, 2026-09-01/);
        }
      });

      it('410 and 400 change nothing', async () => {
        for (const date of ['2025-12-01', 'yesterday']) {
          await api().call('POST', '/v1/tickets', { body: { subject: 'Never' }, ...at(date) });
        }
        const { text } = await api().call('GET', '/v1/tickets?q=never');
        assert.equal(text, '[]\n');
      });

      it('200 with the versions in the reference, the current one by default', async () => {
        type Parameter = { schema: { enum: string[]; default: string } };
        type Document = {
          info: { version: string; description: string };
          components: { parameters: Record<string, Parameter> };
        };
        const { body } = await api().call<Document>('GET', '/v1/openapi.json');
        const { schema } = body.components.parameters['X-Api-Version'] ?? {};
        assert.deepEqual(schema?.enum, ['2026-11-21', '2026-09-01']);
        assert.deepEqual([schema?.default, body.info.version], ['2026-11-21', '2026-11-21']);
        assert.match(body.info.description, /2026-09-01 until 2027-11-20/);
      });
    });
  },
  { apiVersions: fictionalVersions },
);

/** One response of each status at the deprecated version. */
const everyStatus = async (api: TestApi): Promise<[number, ApiResponse][]> => {
  const call = (method: string, address: string, options: Parameters<TestApi['call']>[2] = {}) =>
    api.call<{ id: string }>(method, address, { ...options, headers: { ...options.headers, ...at(old).headers } });
  const created = await call('POST', '/v1/tickets', { body: { title: 'Late parcel' } });
  const address = `/v1/tickets/${created.body.id}`;
  const read = await call('GET', address);
  const token = await api.createRoleToken('agent', ['tickets:read']);
  return [
    [201, created],
    [200, read],
    [200, await call('HEAD', address)],
    [304, await call('GET', address, { headers: { 'If-None-Match': read.headers.get('etag') ?? '' } })],
    [200, await call('PUT', address, { body: { title: 'Late parcels' } })],
    [204, await call('PUT', address, { body: { title: 'Late' }, headers: { Prefer: 'return=minimal' } })],
    [204, await call('OPTIONS', address, { as: null })],
    [401, await call('GET', address, { as: null })],
    [403, await call('GET', '/v1/gists', { headers: { Authorization: `Bearer ${token}` } })],
    [404, await call('GET', '/v1/tickets/none')],
    [405, await call('DELETE', '/v1/people/1')],
    [409, await call('PATCH', address, { body: { title: 'Other', version: 1 } })],
    [412, await call('DELETE', address, { headers: { 'If-Match': '"1"' } })],
    [422, await call('PATCH', address, { body: { title: '' } })],
    [204, await call('DELETE', address)],
  ];
};
