import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Customer, Ticket } from '#contract';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  const create = async (draft: Partial<Ticket>): Promise<Ticket> => {
    const response = await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Late parcel', ...draft } });
    assert.equal(response.status, 201, response.text);
    return response.body;
  };
  const read = (address: string, headers = {}) =>
    api().call<Customer>('GET', `/v1/customers/${encodeURIComponent(address)}`, { headers });

  describe('GET /customers/{email}', () => {
    it('200 for an address that a ticket has named, in any letter case and script', async () => {
      const created = await create({ customer_name: 'Özgür', customer_email: 'Öz@Büro.example' });
      const { status, headers, body } = await read('öZ@bÜRO.example');
      assert.equal(status, 200);
      assert.match(headers.get('etag') ?? '', /^"1\./);
      assert.deepEqual(body, {
        id: 'öz@büro.example',
        url: `${api().url}/v1/customers/${encodeURIComponent('öz@büro.example')}`,
        email: 'Öz@Büro.example',
        name: 'Özgür',
        last_ticket_at: created.created_at,
        bounce: null,
        version: 1,
        created_at: created.created_at,
        updated_at: created.created_at,
      });
      assert.deepEqual((await api().call('GET', body.url)).body, body);
    });

    it('304 until another ticket names the address; then 200 with the same first contact', async () => {
      const first = await create({ customer_name: 'Rui', customer_email: 'rui@norte.example' });
      const etag = (await read('rui@norte.example')).headers.get('etag') ?? '';
      assert.equal((await read('rui@norte.example', { 'If-None-Match': etag })).status, 304);
      assert.equal((await read('rui@norte.example', { 'If-Match': '"9"' })).status, 412);
      api().clock.advance(60_000);
      const second = await create({ customer_name: '', customer_email: 'Rui@norte.example' });
      const { status, body } = await read('rui@norte.example', { 'If-None-Match': etag });
      const { version, email, name, created_at, last_ticket_at } = body;
      assert.deepEqual([status, version, email, name], [200, 2, 'Rui@norte.example', 'Rui']);
      assert.deepEqual([created_at, last_ticket_at], [first.created_at, second.created_at]);
    });

    it('200 after an edit of the ticket: the new name, or the new address with the time of the ticket', async () => {
      const { url, created_at } = await create({ customer_email: 'ines@mail.example' });
      api().clock.advance(60_000);
      await api().call('PATCH', url, { body: { customer_name: 'Inês' } });
      assert.deepEqual(
        [(await read('ines@mail.example')).body.name, (await read('ines@mail.example')).body.version],
        ['Inês', 2],
      );
      await api().call('PATCH', url, { body: { state: 'closed' } });
      assert.equal((await read('ines@mail.example')).body.version, 2);
      await api().call('PATCH', url, { body: { customer_email: 'ines@work.example' } });
      const { body } = await read('ines@work.example');
      assert.deepEqual([body.name, body.created_at, body.last_ticket_at], ['Inês', created_at, created_at]);
      await api().call('DELETE', url);
      assert.equal((await read('ines@mail.example')).status, 200);
    });

    it('404 for an address that no ticket has named, and for text that is not an address', async () => {
      await create({ customer_name: 'Anonymous' });
      for (const address of ['nobody@desk.example', 'nobody', 'a\0@desk.example', `${'x'.repeat(300)}@desk.example`]) {
        const { status, body } = await read(address);
        assert.deepEqual([status, body.code], [404, 40412], address);
      }
      assert.equal((await api().call('GET', '/v1/customers')).body.code, 40400);
    });

    it('201 for ten concurrent tickets of a new address, which create one customer', async () => {
      const tickets = await Promise.all(
        Array.from({ length: 10 }, () => create({ customer_email: 'ten@desk.example' })),
      );
      const { body } = await read('ten@desk.example');
      const times = tickets.map(each => each.created_at).sort();
      assert.deepEqual([body.created_at, body.last_ticket_at], [times[0], times.at(-1)]);
      assert.deepEqual((await runChecks(api().database, checks)).findings, []);
    });

    it('logs no address', async () => {
      await read('Secret.Person@desk.example');
      assert.doesNotMatch(api().logged.join('\n'), /secret\.person/i);
      assert.match(api().logged.join('\n'), /\/v1\/customers\/…/);
    });
  });
});
