import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Person, Ticket } from '#contract';
import { withApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/invalid-fields.ts';

withApi(api => {
  const send = <Body>(method: string, address: string, body?: object) => api().call<Body>(method, address, { body });
  const create = async <Body>(list: string, body: object): Promise<Body> => (await send<Body>('POST', list, body)).body;

  describe('?fields=', () => {
    it('200 and 201 with only the named members, in the order of the resource', async () => {
      const { url } = await create<Ticket>('/v1/tickets', { subject: 'A' });
      const sent = '?fields=version,subject,id,version';
      for (const [method, address, body] of [
        ['POST', '/v1/tickets', { subject: 'B' }],
        ['PUT', '/v1/tickets/of-fields', { subject: 'B' }],
        ['PUT', url, { subject: 'B' }],
        ['PATCH', url, { subject: 'C' }],
        ['GET', url, undefined],
      ] as const) {
        const response = await send<object>(method, `${address}${sent}`, body);
        assert.deepEqual(Object.keys(response.body), ['id', 'subject', 'version'], method);
        assert.equal(response.headers.get('location') !== null, response.status === 201);
      }
      for (const row of (await api().call<object[]>('GET', `/v1/tickets${sent}`)).body) {
        assert.deepEqual(Object.keys(row), ['id', 'subject', 'version']);
      }
      const person = await api().call<Person>('GET', '/v1/people/me?fields=role');
      assert.deepEqual(person.body, { role: 'agent' });
    });

    it('422 for an unknown name, and a write changes nothing', async () => {
      const { url } = await create<Ticket>('/v1/tickets', { subject: 'A' });
      const response = await send('PATCH', `${url}?fields=id,password`, { subject: 'B' });
      assert.deepEqual(getStatusAndFieldErrors(response), [422, [['fields', 1005]]]);
      assert.equal((await send<Ticket>('GET', url)).body.subject, 'A');
    });
  });
});
