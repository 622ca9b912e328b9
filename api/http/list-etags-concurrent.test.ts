import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachApi } from '../testing/api.ts';

const list = '/v1/tickets?per_page=100&fields=id,version&pretty=false';

forEachApi(api => {
  describe('the ETag of a list during concurrent writes', () => {
    it('304 only for a client that has the current list', async () => {
      const { call } = api();
      const writing = Promise.all(
        Array.from({ length: 6 }, async (_, writer) => {
          for (let n = 0; n < 8; n++)
            await call('PUT', `/v1/tickets/w${writer}-${n % 3}`, { body: { subject: `${n}` } });
        }),
      );
      let isOver = false;
      void writing.then(() => {
        isOver = true;
      });
      /** Polls like a client with a cache, and returns its last copy. */
      const read = async (): Promise<string> => {
        let [copy, etag] = ['', '"none"'];
        for (let last = false; ; last = isOver) {
          const { status, text, headers } = await call('GET', list, { headers: { 'If-None-Match': etag } });
          if (status === 200) [copy, etag] = [text, headers.get('etag') ?? ''];
          if (last) return copy;
        }
      };
      const copies = await Promise.all(Array.from({ length: 4 }, read));
      await writing;
      const { text } = await call('GET', list);
      assert.deepEqual(copies, [text, text, text, text]);
      assert.equal(JSON.parse(text).length, 18);
    });
  });

  describe('a list that several agents read together', () => {
    it('contains every ticket that was created before the request', async () => {
      const { call } = api();
      const createAndRead = async (agent: number): Promise<void> => {
        for (let n = 0; n < 8; n++) {
          const { body } = await call<{ id: string }>('POST', '/v1/tickets', { body: { subject: `${agent}` } });
          const listed = await call<{ id: string }[]>('GET', '/v1/tickets?per_page=100&sort=-created_at&fields=id');
          assert.ok(listed.body.some(({ id }) => id === body.id));
        }
      };
      await Promise.all(Array.from({ length: 6 }, (_, agent) => createAndRead(agent)));
    });

    it('differs by agent where the query depends on the agent', async () => {
      const { call, people } = api();
      const roles = ['agent', 'admin'] as const;
      const tickets = await Promise.all(
        roles.map(async as => {
          const draft = { subject: as, assignee_id: people[as].id };
          return (await call<{ id: string }>('POST', '/v1/tickets', { body: draft })).body.id;
        }),
      );
      const list = '/v1/tickets?assignee_id=me';
      const lists = await Promise.all(roles.map(as => call<{ id: string }[]>('GET', list, { as })));
      assert.deepEqual(
        lists.map(({ body }) => body.map(({ id }) => id)),
        tickets.map(id => [id]),
      );
    });
  });
});
