import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gist, Person, Ticket } from '#contract';
import { withApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

withApi(api => {
  const create = async <Body>(list: string, body: object): Promise<Body> =>
    (await api().call<Body>('POST', list, { body })).body;
  const send = <Body>(method: string, url: string, body: object) =>
    api().call<Body>(method, url, { body, as: 'agent' });

  /** A ticket at version 2, and a copy of version 1. */
  const createChangedTicket = async (): Promise<{ copy: Ticket; current: Ticket }> => {
    const copy = await create<Ticket>('/v1/tickets', { subject: 'A', tags: ['x'] });
    const current = (await send<Ticket>('PATCH', copy.url, { priority: 'high' })).body;
    return { copy, current };
  };

  describe('a body with an older version', () => {
    it('409 lists the differences, the version last, and nothing changes', async () => {
      const { copy, current } = await createChangedTicket();
      for (const [method, body] of [
        ['PUT', { ...copy, subject: 'B' }],
        ['PATCH', { subject: 'B', priority: 'normal', tags: ['x'], version: 1 }],
      ] as const) {
        const response = await send(method, copy.url, body);
        assert.equal(response.status, 409);
        assert.deepEqual(response.body, {
          code: 40901,
          message: 'Conflict',
          description: 'The ticket is at version 2; your copy is version 1.',
          differences: [
            { field: 'subject', yours: 'B', current: 'A' },
            { field: 'priority', yours: 'normal', current: 'high' },
            { field: 'version', yours: 1, current: 2 },
          ],
        });
        assert.deepEqual((await api().call('GET', copy.url)).body, current);
      }
    });

    it('409 for a PUT lists members that the PUT would reset to their default', async () => {
      const { copy } = await createChangedTicket();
      const response = await send('PUT', copy.url, { subject: 'A', priority: 'high', version: 1 });
      assert.deepEqual(
        [response.status, response.body.differences?.map(({ field }) => field)],
        [409, ['tags', 'version']],
      );
    });

    it('422 for an invalid version', async () => {
      const { copy, current } = await createChangedTicket();
      for (const version of [0, -1, 1.5, 1e300]) {
        const response = await send('PATCH', copy.url, { version });
        assert.deepEqual(getStatusAndFieldErrors(response), [422, [['version', 1008]]]);
      }
      assert.deepEqual((await api().call('GET', copy.url)).body, current);
    });

    it('200 without a change when only read-only members differ', async () => {
      const { copy, current } = await createChangedTicket();
      for (const [method, body] of [
        ['PUT', { ...copy, priority: 'high' }],
        ['PUT', { ...copy, priority: 'high', version: 99, messages_count: 7, created_by: 'x' }],
        ['PATCH', { priority: 'high', version: 1, updated_at: copy.updated_at }],
        ['PATCH', { version: 1 }],
      ] as const) {
        const response = await send(method, copy.url, body);
        assert.deepEqual([response.status, response.body], [200, current]);
      }
    });

    // For messages, views and concurrent writes see testing/properties/concurrent-writers.test.ts.
    it('409 for a gist lists the merged files; 409 also for a person', async () => {
      const gist = await create<Gist>('/v1/gists', { files: { 'a.md': { content: 'a' } } });
      await send('PATCH', gist.url, { description: 'Changed' });
      const { differences } = (await send('PATCH', gist.url, { version: 1, files: { 'b.md': { content: 'b' } } })).body;
      const files = { 'a.md': { content: 'a' } };
      assert.deepEqual(differences?.[0], {
        field: 'files',
        yours: { ...files, 'b.md': { content: 'b' } },
        current: files,
      });
      const person = { version: 9, name: 'Renamed' };
      const url = `/v1/people/${api().people.viewer.id}`;
      const { status, body } = await api().call<Person>('PATCH', url, { as: 'admin', body: person });
      assert.deepEqual([status, body.code], [409, 40901]);
    });
  });

  describe('a body with read-only members', () => {
    it('409 for an id that differs from the URL', async () => {
      const { current } = await createChangedTicket();
      for (const method of ['PUT', 'PATCH']) {
        const response = await send(method, current.url, { ...current, id: 'another' });
        assert.deepEqual([response.status, response.body.code], [409, 40902]);
        assert.deepEqual(response.body.differences, [{ field: 'id', yours: 'another', current: current.id }]);
      }
      const created = await send('PUT', '/v1/tickets/fresh', { id: 'another', subject: 'A' });
      assert.deepEqual([created.status, created.body.code], [409, 40902]);
      assert.equal((await send('PUT', '/v1/tickets/fresh', { id: 'fresh', subject: 'A' })).status, 201);
    });

    it('200 when the members equal the stored values, 422 for each member that differs', async () => {
      const { current } = await createChangedTicket();
      const { id, url, created_at, closed_at, awaiting_reply } = current;
      const same = { id, url, created_at, closed_at, awaiting_reply };
      assert.deepEqual((await send('PATCH', url, same)).body, current);
      const other = { url: 'https://elsewhere.example', version: '2', messages_count: null, created_at: 0, id };
      const expected = [
        422,
        Object.keys(other)
          .filter(name => name !== 'id')
          .map(name => [name, 1008]),
      ];
      assert.deepEqual(getStatusAndFieldErrors(await send('PATCH', url, other)), expected);
      assert.deepEqual(getStatusAndFieldErrors(await send('PUT', url, { subject: 'A', ...other })), expected);
    });

    it('422 in a POST and in a creating PUT, with any value', async () => {
      const { current } = await createChangedTicket();
      const names = ['id', 'url', 'closed_at', 'messages_count', 'last_message_at', 'awaiting_reply', 'undelivered'];
      const all = [...names, 'created_by', 'follow_up_of', 'version', 'created_at', 'updated_at'].map(name => [
        name,
        1008,
      ]);
      assert.deepEqual(getStatusAndFieldErrors(await send('POST', '/v1/tickets', current)), [422, all]);
      const { id: _, ...others } = current;
      assert.deepEqual(getStatusAndFieldErrors(await send('PUT', '/v1/tickets/new', others)), [422, all.slice(1)]);
      assert.equal((await api().call('GET', '/v1/tickets/new')).status, 404);
    });
  });
});
