import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Person, Ticket } from '#contract';
import { forEachApi, type TestApi } from './testing/api.ts';
import type { ApiResponse } from './testing/request.ts';

/** Removes the origin from a URL. */
const toPath = (url = ''): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Returns the parts of a response that do not depend on time or request. */
const getComparable = ({ status, headers, text }: ApiResponse) => {
  const variableHeaders = ['date', 'x-request-id', 'x-rate-limit-remaining', 'x-rate-limit-reset', 'keep-alive'];
  return { status, text, headers: [...headers].filter(([name]) => !variableHeaders.includes(name)) };
};

forEachApi(api => {
  const createTicket = (call: TestApi['call'], body: object = {}, headers = {}) =>
    call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Shared', ...body }, headers });

  describe('two API servers on one store', () => {
    it('send identical responses', () =>
      api().withSecondApi(async callSecondApi => {
        const { id } = (await createTicket(api().call, { tags: ['same'] })).body;
        for (const path of [
          `/v1/tickets/${id}`,
          '/v1/tickets?envelope=true',
          '/v1/people',
          '/v1/events',
          '/v1',
          '/v1/no',
        ]) {
          assert.deepEqual(
            getComparable(await callSecondApi('GET', path)),
            getComparable(await api().call('GET', path)),
            path,
          );
        }
      }));

    it('200 for the cursors of the other server, page by page', () =>
      api().withSecondApi(async callSecondApi => {
        for (let n = 0; n < 5; n++) await createTicket(api().call, { tags: ['walked'] });
        const calls = [api().call, callSecondApi];
        const ids: string[] = [];
        let path: string | undefined = '/v1/tickets?tag=walked&per_page=1';
        for (let n = 0; path !== undefined; n++) {
          const page: ApiResponse<Ticket[]> = await (calls[n % 2] ?? callSecondApi)<Ticket[]>('GET', path);
          ids.push(...page.body.map(ticket => ticket.id));
          path = page.links['next'] && toPath(page.links['next']);
        }
        assert.equal(new Set(ids).size, 5);
        assert.equal(ids.length, 5);
      }));

    it('304 for the ETags of the other server, until a ticket changes', () =>
      api().withSecondApi(async callSecondApi => {
        const { id } = (await createTicket(callSecondApi)).body;
        for (const path of [`/v1/tickets/${id}`, '/v1/tickets']) {
          const etag = (await api().call('GET', path)).headers.get('etag') ?? '';
          const send = () => callSecondApi('GET', path, { headers: { 'If-None-Match': etag } });
          assert.equal((await send()).status, 304);
          await api().call('PATCH', `/v1/tickets/${id}`, { body: { subject: `Changed ${path}` } });
          assert.equal((await send()).status, 200);
        }
      }));

    it('201 with one ticket per Idempotency-Key on both servers, concurrently or later', () =>
      api().withSecondApi(async callSecondApi => {
        const [headers, body] = [{ 'Idempotency-Key': 'once-for-all' }, { tags: ['once'] }];
        const requests = [api().call, callSecondApi, api().call, callSecondApi].map(call =>
          createTicket(call, body, headers),
        );
        const responses = await Promise.all(requests);
        assert.ok(responses.every(({ status }) => status === 201 || status === 409));
        const later = await createTicket(callSecondApi, body, headers);
        assert.equal(later.headers.get('idempotency-replayed'), 'true');
        for (const { status, body } of responses) if (status === 201) assert.deepEqual(body, later.body);
        assert.equal((await api().call<Ticket[]>('GET', '/v1/tickets?tag=once')).body.length, 1);
      }));

    it('200 for one of two writes with the same If-Match, 412 for the other', () =>
      api().withSecondApi(async callSecondApi => {
        const { id } = (await createTicket(callSecondApi)).body;
        const change = (call: TestApi['call'], subject: string) =>
          call('PATCH', `/v1/tickets/${id}`, { body: { subject }, headers: { 'If-Match': '"1"' } });
        const statuses = (await Promise.all([change(api().call, 'One'), change(callSecondApi, 'Other')])).map(
          ({ status }) => status,
        );
        assert.deepEqual(statuses.sort(), [200, 412]);
      }));

    it('405 after a role change and 401 after disabling a person, immediately on the other server', () =>
      api().withSecondApi(async callSecondApi => {
        const { id } = api().people.agent;
        const change = (body: object) => api().call<Person>('PATCH', `/v1/people/${id}`, { as: 'admin', body });
        assert.equal((await createTicket(callSecondApi)).status, 201);
        await change({ role: 'viewer' });
        assert.equal((await createTicket(callSecondApi)).status, 405);
        await change({ role: 'agent' });
        assert.equal((await createTicket(callSecondApi)).status, 201);
        await change({ disabled: true });
        assert.equal((await createTicket(callSecondApi)).status, 401);
      }));
  });
});
