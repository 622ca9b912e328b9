import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { readThread } from '../database/thread-summary.ts';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';
import { createTicketStore } from './store.ts';

const second = 1000;

forEachApi(api => {
  let start = 0;
  /** Returns the joined subjects of a list, in its order. */
  const list = async (query: string, path = '/v1/tickets') => {
    const { status, body } = await api().call<Ticket[]>('GET', `${path}?${query}`);
    assert.equal(status, 200, query);
    return body.map(({ subject }) => subject).join('');
  };

  /** Creates A to E one second apart, replies to E, then closes C and A. */
  before(async () => {
    const { clock, call, people } = api();
    const mailbox = { name: 'Support', address: 'support@desk.example' };
    await call('PUT', '/v1/mailboxes/Post', { as: 'admin', body: mailbox });
    clock.freeze();
    start = clock.now();
    const tickets = [
      { subject: 'A', priority: 'low', assignee_id: people.agent.id, tags: ['vip', 'eu'] },
      { subject: 'B', priority: 'urgent', assignee_id: people.admin.id, customer_email: 'Zoe@Shop.example' },
      { subject: 'C', priority: 'high', tags: ['vip'], mailbox_id: 'Post' },
      {
        subject: 'D',
        priority: 'high',
        state: 'pending',
        tags: ['vip-2'],
        customer_email: 'Öz@Büro.example',
        mailbox_id: 'Post',
      },
      { subject: 'E', assignee_id: people.agent.id, customer_email: 'zoe@shop.example' },
    ];
    const urls: string[] = [];
    for (const body of tickets) {
      urls.push((await call<Ticket>('POST', '/v1/tickets', { body })).body.url);
      clock.advance(second);
    }
    await call('POST', `${urls[4]}/messages`, { body: { body: 'We are on it.' } });
    for (const url of [urls[2], urls[0]]) {
      await call('PATCH', url ?? '', { body: { state: 'closed' } });
      clock.advance(second);
    }
  });

  describe('GET /tickets filtered', () => {
    it('200 applies each filter alone and several together', async () => {
      const { people } = api();
      for (const [query, expected] of [
        ['state=open', 'BE'],
        ['state=closed,pending', 'ACD'],
        ['priority=high', 'CD'],
        ['priority=urgent,low', 'AB'],
        [`assignee_id=${people.admin.id}`, 'B'],
        ['assignee_id=me', 'AE'],
        ['assignee_id=null', 'CD'],
        ['assignee_id=nobody', ''],
        ['tag=vip', 'AC'],
        ['tag=vip-2', 'D'],
        ['awaiting_reply=true', 'B'],
        ['awaiting_reply=false', 'ACDE'],
        ['customer_email=ZOE@shop.example', 'BE'],
        ['customer_email=Öz@Büro.example', 'D'],
        ['customer_email=öZ@BÜRO.example', 'D'],
        ['assignee_id=me&customer_email=zoe@shop.example&state=open,closed&awaiting_reply=false', 'E'],
        ['tag=vip&priority=high&q=c', 'C'],
        ['tag=vip&priority=urgent', ''],
        ['mailbox_id=Post', 'CD'],
        ['mailbox_id=post', ''],
        ['mailbox_id=Post&state=pending&customer_email=öz@büro.example', 'D'],
        ['undelivered=true', ''],
      ]) {
        assert.equal(await list(`sort=created_at&${query}`), expected, query);
      }
    });

    it('200 lists an undelivered ticket until the ticket is closed', async () => {
      const { call, database } = api();
      const { id, url } = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'F' } })).body;
      await database.transaction(async writes => {
        const store = createTicketStore(database);
        const row = await store.find(writes, id);
        assert.ok(row);
        const change = { now: row.updated_at, reopen: false, undelivered: true };
        await store.updateThread(writes, row, await readThread(writes, row.n), change);
      });
      assert.equal(await list('undelivered=true&state=open'), 'F');
      await call('PATCH', url, { body: { priority: 'low' } });
      assert.deepEqual(
        [(await call<Ticket>('GET', url)).body.undelivered, await list('undelivered=true')],
        [true, 'F'],
      );
      await call('PATCH', url, { body: { state: 'closed' } });
      assert.deepEqual(
        [(await call<Ticket>('GET', url)).body.undelivered, await list('undelivered=true')],
        [false, ''],
      );
      await call('DELETE', url);
      const response = await call('GET', '/v1/tickets?undelivered=false');
      assert.deepEqual(getStatusAndFieldErrors(response), [422, [['undelivered', 1005]]]);
    });

    it('200 includes tickets created or updated at exactly the given time, which may be in any time zone', async () => {
      const at = (milliseconds: number) => new Date(start + milliseconds).toISOString();
      const inTokyo = (milliseconds: number) =>
        encodeURIComponent(at(milliseconds + 9 * 3600 * second).replace('Z', '+09:00'));
      for (const [query, expected] of [
        [`created_since=${at(2 * second)}`, 'CDE'],
        [`created_since=${inTokyo(2 * second)}`, 'CDE'],
        [`created_since=${at(2 * second + 1)}`, 'DE'],
        [`updated_since=${at(5 * second)}`, 'ACE'],
        [`updated_since=${at(5 * second + 1)}`, 'A'],
        [`created_since=${at(second)}&updated_since=${at(5 * second)}`, 'CE'],
      ]) {
        assert.equal(await list(`sort=created_at&${query}`), expected, query);
      }
    });
  });

  describe('GET /tickets sorted', () => {
    it('200 sorts enum values in declared order, null lowest, ties by the next key and then by creation', async () => {
      for (const [sort, expected] of [
        ['', 'EDCBA'],
        ['created_at', 'ABCDE'],
        ['state', 'BEDAC'],
        ['-priority', 'BDCEA'],
        ['priority', 'AECDB'],
        ['closed_at', 'BDECA'],
        ['-closed_at', 'ACEDB'],
        ['-updated_at', 'AECDB'],
        ['state,-priority', 'BEDCA'],
        ['-state,priority,created_at', 'ACDEB'],
      ]) {
        assert.equal(await list(sort === '' ? '' : `sort=${sort}`), expected, sort);
      }
    });
  });

  describe('GET /tickets/recently_closed', () => {
    const recent = '/v1/tickets/recently_closed';

    it('200 with the most recently closed first; `sort` and filters apply', async () => {
      for (const [query, expected] of [
        ['', 'AC'],
        ['state=closed', 'AC'],
        ['sort=created_at', 'AC'],
        ['sort=-created_at', 'CA'],
        ['sort=closed_at', 'CA'],
        ['tag=eu', 'A'],
        ['assignee_id=null', 'C'],
        ['q=a', 'A'],
      ]) {
        assert.equal(await list(query ?? '', recent), expected, query);
      }
    });

    it('422 for a state other than closed', async () => {
      const response = await api().call('GET', `${recent}?state=open`);
      assert.deepEqual(getStatusAndFieldErrors(response), [422, [['state', 1005]]]);
    });
  });
});
