import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { withApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';
import { gistType, messageType, personType, ticketType, viewType } from '../testing/properties/resource-types.ts';

type Resource = Record<string, unknown> & { url: string };

withApi(api => {
  describe('?fields=', () => {
    for (const kind of [ticketType, messageType, gistType, viewType, personType]) {
      it(`200 or 201 with only the named members of a ${kind.name}, in the order of the resource`, async () => {
        const { as, otherMembers, textMember } = kind;
        const collection = await kind.collection(api());
        const isPerson = kind === personType;
        const extra = isPerson ? { email: 'written@desk.example', password: 'correct horse battery' } : {};
        const body = { ...otherMembers, [textMember]: 'A text', ...extra };
        const { body: created } = await api().call<Resource>('POST', collection, { as, body });
        const names = Object.keys(created).filter((name, index) => index % 2 === 0 || name === 'url');
        const sent = `?fields=${[...names.toReversed(), 'url'].join()}`;
        const expected = Object.fromEntries(names.map(name => [name, created[name]]));
        const writes = [
          ['POST', collection, body],
          ['PUT', `${collection}/of-fields`, body],
          ['PUT', created.url, created],
        ] as const;
        for (const [method, path, body] of [
          ['GET', created.url, undefined],
          ['PATCH', created.url, {}],
          ...(isPerson ? [] : writes),
        ] as const) {
          const response = await api().call<Resource>(method, `${path}${sent}`, { as, body });
          assert.deepEqual(Object.keys(response.body), names, method);
          if (path === created.url) assert.deepEqual(response.body, expected, method);
          assert.equal(response.headers.get('location') !== null, response.status === 201);
        }
        const { body: rows } = await api().call<Resource[]>('GET', `${collection}${sent}`, { as });
        for (const row of rows) assert.deepEqual(Object.keys(row), names);
        assert.ok(rows.some(({ url }) => url === created.url));
      });
    }

    it('422 for an unknown name, and a write changes nothing', async () => {
      const { url } = (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'A' } })).body;
      const response = await api().call('PATCH', `${url}?fields=id,password`, { body: { subject: 'B' } });
      assert.deepEqual(getStatusAndFieldErrors(response), [422, [['fields', 1005]]]);
      assert.equal((await api().call<Ticket>('GET', url)).body.subject, 'A');
    });
  });
});
