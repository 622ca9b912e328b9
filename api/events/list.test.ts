import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Event, Ticket } from '#contract';
import type { Scope } from '#contract/enums';
import { forEachApi } from '../testing/api.ts';
import { createFollowLinks } from '../testing/follow-links.ts';

forEachApi(api => {
  describe('GET /events', () => {
    let tickets: string[] = [];

    before(async () => {
      const createTicket = () => api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Printer' } });
      tickets = [(await createTicket()).body.id, (await createTicket()).body.id];
      for (const id of tickets) {
        for (const body of ['One', 'Two']) await api().call('POST', `/v1/tickets/${id}/messages`, { body: { body } });
      }
      await api().call('POST', '/v1/gists', { body: { files: { 'a.txt': { content: 'A' } } } });
    });

    const list = async (query = '', scopes?: readonly Scope[]) => {
      const headers = scopes && { Authorization: `Bearer ${await api().createRoleToken('agent', scopes)}` };
      return api().call<Event[]>('GET', `/v1/events${query}`, headers ? { as: null, headers } : { as: 'viewer' });
    };

    it('200 filtered by ticket and by types; empty for an unknown ticket', async () => {
      const typed = await list('?type=ticket.created,gist.created');
      assert.deepEqual(
        typed.body.map(({ type }) => type),
        ['gist.created', 'ticket.created', 'ticket.created'],
      );
      const [first] = tickets;
      assert.equal((await list(`?ticket_id=${first}`)).body.length, 3);
      const both = await list(`?ticket_id=${first}&type=message.created&envelope=true&fields=resource,ticket_id`);
      const line = { resource: 'message', ticket_id: first };
      const { data, count } = both.body as unknown as { data: unknown[]; count: number };
      assert.deepEqual([data, count, both.headers.get('x-total-count')], [[line, line], 2, '2']);
      assert.deepEqual((await list('?ticket_id=never')).body, []);
    });

    it('200 with the events after a given event, oldest first, page by page in both directions', async () => {
      const all = (await list('?fields=id')).body.map(({ id }) => id).reverse();
      const [first = '', ...rest] = all;
      const path = `/v1/events?after=${first}&per_page=2`;
      for (const back of [undefined, 'prev'] as const) {
        const pages = await createFollowLinks(api().call)<Event>(path, 'next', back);
        assert.deepEqual(
          pages.flat().map(({ id }) => id),
          rest,
        );
      }
      const last = (await api().call('GET', path)).links['last'] ?? '';
      assert.equal((await api().call<Event[]>('GET', last)).body.at(-1)?.id, rest.at(-1));
      const { headers } = await list(`?after=${first}&count=true`);
      assert.equal(headers.get('x-total-count'), String(rest.length));
      assert.deepEqual((await list(`?after=${all.at(-1)}`)).body, []);
      assert.deepEqual((await list('?after=900000000000000')).body, []);
    });

    it('200 with only the kinds that the token may read', async () => {
      const kinds = async (...scopes: Scope[]) =>
        new Set((await list('', scopes)).body.map(({ resource }) => resource));
      assert.deepEqual(await kinds('tickets:read'), new Set(['ticket']));
      assert.deepEqual(await kinds('messages:read', 'gists:read'), new Set(['message', 'gist']));
      assert.deepEqual(await kinds('tickets:write', 'people:read'), new Set());
      const counted = await list('?count=true', ['gists:read']);
      assert.equal(counted.headers.get('x-total-count'), '1');
    });

    it('304 until an event is logged, and never for a token with other scopes', async () => {
      const revalidate = async (etag: string, scopes?: Scope[]) => {
        const token = scopes && { Authorization: `Bearer ${await api().createRoleToken('viewer', scopes)}` };
        const headers = { 'If-None-Match': etag, ...token };
        return (await api().call('GET', '/v1/events', { as: scopes ? null : 'viewer', headers })).status;
      };
      const etag = (await list()).headers.get('etag') ?? '';
      assert.equal(await revalidate(etag), 304);
      assert.equal(await revalidate(etag, ['tickets:read']), 200);
      await api().call('PATCH', `/v1/tickets/${tickets[0]}`, { body: {} });
      assert.equal(await revalidate(etag), 304);
      await api().call('PATCH', `/v1/tickets/${tickets[0]}`, { body: { priority: 'urgent' } });
      assert.equal(await revalidate(etag), 200);
    });

    it('422 for an unknown type, malformed ids and unknown parameters, such as sort', async () => {
      for (const query of [
        '?type=ticket.lost',
        '?sort=-created_at',
        '?ticket_id=no/id',
        '?person_id=1',
        '?after=01',
        '?after=1.5',
        '?after=',
      ]) {
        assert.equal((await list(query)).status, 422, query);
      }
    });
  });
});
