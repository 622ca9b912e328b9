import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Gist, Message, Ticket, View } from '#contract';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  let items: Record<string, string> = {};
  before(async () => {
    const create = async (list: string, body: object) =>
      (await api().call<Ticket | Message | Gist | View>('POST', list, { body })).body.url;
    const tickets = await create('/v1/tickets', { subject: 'A' });
    items = {
      tickets,
      messages: await create(`${tickets}/messages`, { body: 'A' }),
      gists: await create('/v1/gists', { files: { a: { content: '' } } }),
      views: await create('/v1/views', { name: 'A', query: '' }),
      people: `/v1/people/${api().people.viewer.id}`,
    };
  });

  describe('a NUL or a lone surrogate in any text', () => {
    it('422 with 1014', async () => {
      const file = (content: string) => ({ files: { a: { content } } });
      const texts: [kind: string, field: string, body: (text: string) => object][] = [
        ...['subject', 'description', 'customer_name', 'customer_email', 'assignee_id'].map(
          (name): [string, string, (text: string) => object] => ['tickets', name, text => ({ [name]: text })],
        ),
        ['messages', 'body', text => ({ body: text })],
        ['messages', 'author_name', text => ({ author_name: text })],
        ['gists', 'description', text => ({ description: text })],
        ['gists', 'files.a.content', file],
        ['views', 'name', text => ({ name: text })],
        ['views', 'query', text => ({ query: `q=${text}` })],
        ['people', 'name', text => ({ name: text })],
        ['people', 'email', text => ({ email: text })],
        ['people', 'password', text => ({ password: text })],
      ];
      for (const [kind, field, body] of texts) {
        for (const broken of ['a\0b@shop.example', 'a\ud800b@shop.example', '\udc00a@shop.example']) {
          const call = { as: kind === 'people' ? 'admin' : 'agent', body: body(broken) } as const;
          const response = await api().call('PATCH', items[kind] ?? '', call);
          assert.equal(response.status, 422, `${kind} ${field}`);
          assert.deepEqual([response.body.errors?.[0]?.field, response.body.errors?.[0]?.code], [field, 1014]);
        }
      }
    });
  });
});
