import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Gist, Message, Ticket, View } from '#contract';
import { withApi } from '../testing/api.ts';
import type { ApiResponse } from '../testing/request.ts';

const getErrors = ({ body: { errors = [] } }: ApiResponse) => errors.map(({ field, code }) => [field, code]);
const repeat = (times: number, text = 'x') => text.repeat(times);

/** Bodies in which every field is invalid, by resource, and the code of each field. */
const invalidBodies: Record<string, [body: object, errors: Record<string, number>]> = {
  tickets: [
    {
      ...{ subject: 1, description: null, customer_name: repeat(256), customer_email: 'a@b', state: true },
      ...{ priority: 'High', assignee_id: 7, tags: 'a', closed_at: 1, colour: 'red' },
    },
    {
      ...{ assignee_id: 1002, closed_at: 1008, colour: 1007, customer_email: 1006, customer_name: 1004 },
      ...{ description: 1011, priority: 1005, state: 1002, subject: 1002, tags: 1002 },
    },
  ],
  messages: [
    { body: repeat(65_536), type: 'mail', direction: 0, author_name: '', author_id: '1', html: '' },
    { author_id: 1008, author_name: 1003, body: 1004, direction: 1002, html: 1007, type: 1005 },
  ],
  gists: [
    { description: repeat(1001), public: 'yes', files: { 'a/b': { content: '' }, c: { content: 1 }, d: null }, x: 1 },
    { description: 1004, 'files.a/b': 1014, 'files.c.content': 1002, 'files.d': 1011, public: 1002, x: 1007 },
  ],
  views: [
    { name: '', query: 'stat=open', shared: null, owner: 'me' },
    { name: 1003, owner: 1007, query: 1006, shared: 1011 },
  ],
  people: [
    { name: null, email: 'nobody', role: 'owner', disabled: 0, password: 'short', age: 7 },
    { age: 1007, disabled: 1002, email: 1006, name: 1011, password: 1003, role: 1005 },
  ],
};

/** Text fields of each resource, as paths in a body. */
const textFields: Record<string, string[]> = {
  tickets: ['subject', 'description', 'customer_name', 'customer_email', 'assignee_id'],
  messages: ['body', 'author_name'],
  gists: ['description', 'files.a.content'],
  views: ['name', 'query'],
  people: ['name', 'email', 'password'],
};

const toBody = (path: string, text: string): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), text) as object;

withApi(api => {
  let lists: Record<string, string> = {};
  let items: Record<string, string> = {};
  before(async () => {
    const create = async (list: string, body: object) =>
      (await api().call<Ticket | Message | Gist | View>('POST', list, { body })).body.url;
    const ticket = await create('/v1/tickets', { subject: 'A' });
    lists = {
      tickets: '/v1/tickets',
      messages: `${ticket}/messages`,
      gists: '/v1/gists',
      views: '/v1/views',
      people: '/v1/people',
    };
    items = {
      tickets: ticket,
      messages: await create(`${ticket}/messages`, { body: 'A' }),
      gists: await create('/v1/gists', { files: { a: { content: '' } } }),
      views: await create('/v1/views', { name: 'A', query: '' }),
      people: `/v1/people/${api().people.viewer.id}`,
    };
  });

  describe('the field errors of a 422', () => {
    for (const [kind, [body, errors]] of Object.entries(invalidBodies)) {
      it(`422 lists every invalid field of ${kind} for every method with a body`, async () => {
        const as = kind === 'people' ? 'admin' : 'agent';
        for (const method of kind === 'people' ? ['POST', 'PATCH'] : ['POST', 'PUT', 'PATCH']) {
          const path = (method === 'POST' ? lists : items)[kind] ?? '';
          const response = await api().call(method, path, { as, body });
          // Null deletes a file in a PATCH.
          const { 'files.d': _, ...patchErrors } = errors;
          const expected = method === 'PATCH' ? patchErrors : errors;
          assert.deepEqual([response.status, Object.fromEntries(getErrors(response))], [422, expected], method);
          for (const entry of response.body.errors ?? []) {
            assert.deepEqual(Object.keys(entry), ['code', 'field', 'message']);
            assert.match(entry.message, /^[a-z][^{}]+$/);
          }
        }
      });
    }

    for (const [kind, fields] of Object.entries(textFields)) {
      it(`422 with 1014 for a NUL or a lone surrogate in a text field of ${kind}`, async () => {
        const as = kind === 'people' ? 'admin' : 'agent';
        for (const field of fields) {
          for (const text of ['a\0b@shop.example', 'a\ud800b@shop.example', '\udc00a@shop.example']) {
            const response = await api().call('PATCH', items[kind] ?? '', {
              as,
              body: toBody(field, field === 'query' ? `q=${text}` : text),
            });
            assert.deepEqual([response.status, getErrors(response)[0]], [422, [field, 1014]]);
          }
        }
      });
    }
  });
});
