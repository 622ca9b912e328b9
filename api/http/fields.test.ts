import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Person, Ticket } from '#contract';
import { withApi } from '../testing/api.ts';
import { entriesOf } from '../testing/bad-fields.ts';

withApi(api => {
  const send = <Thing>(method: string, address: string, body?: object) => api().call<Thing>(method, address, { body });
  const made = async <Thing>(list: string, body: object): Promise<Thing> =>
    (await send<Thing>('POST', list, body)).body;

  describe('?fields= on an answer', () => {
    it('200 and 201 with exactly the named members, in their own order', async () => {
      const { url } = await made<Ticket>('/v1/tickets', { subject: 'A' });
      const asked = '?fields=version,subject,id,version';
      for (const [method, address, body] of [
        ['POST', '/v1/tickets', { subject: 'B' }],
        ['PUT', '/v1/tickets/of-fields', { subject: 'B' }],
        ['PUT', url, { subject: 'B' }],
        ['PATCH', url, { subject: 'C' }],
        ['GET', url, undefined],
      ] as const) {
        const answer = await send<object>(method, `${address}${asked}`, body);
        assert.deepEqual(Object.keys(answer.body), ['id', 'subject', 'version'], method);
        assert.equal(answer.headers.get('location') !== null, answer.status === 201);
      }
      for (const row of (await api().call<object[]>('GET', `/v1/tickets${asked}`)).body) {
        assert.deepEqual(Object.keys(row), ['id', 'subject', 'version']);
      }
      const person = await api().call<Person>('GET', '/v1/people/me?fields=role');
      assert.deepEqual(person.body, { role: 'agent' });
    });

    it('422 for a name there is not, and the write is not done', async () => {
      const { url } = await made<Ticket>('/v1/tickets', { subject: 'A' });
      const answer = await send('PATCH', `${url}?fields=id,password`, { subject: 'B' });
      assert.deepEqual(entriesOf(answer), [422, [['fields', 1005]]]);
      assert.equal((await send<Ticket>('GET', url)).body.subject, 'A');
    });
  });
});
