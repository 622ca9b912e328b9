import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Message, Ticket } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

/** Invalid values by field, each with its error code. */
const invalid: Record<string, [value: unknown, code: number][]> = {
  body: [
    ['', 1003],
    ['🎫'.repeat(65_536), 1004],
    ['a\0', 1014],
    ['\udfff', 1014],
    [null, 1011],
    [7, 1002],
  ],
  type: [
    ['comment', 1005],
    ['Note', 1005],
    [null, 1011],
    [1, 1002],
  ],
  direction: [
    ['inbound', 1005],
    [null, 1011],
    [true, 1002],
  ],
  author_name: [
    ['', 1003],
    ['🎫'.repeat(256), 1004],
    ['a\nb', 1014],
    [7, 1002],
  ],
};

forEachApi(api => {
  let thread = '';
  const createThread = async (body: object) => {
    const ticket = await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Thread', ...body } });
    return `/v1/tickets/${ticket.body.id}/messages`;
  };
  before(async () => {
    thread = await createThread({});
  });
  const post = (body: object, to = thread) => api().call<Message>('POST', to, { body: { body: 'Text', ...body } });

  describe('the fields of a message', () => {
    it('201 with `body` exactly as sent, up to 65,535 code points', async () => {
      for (const body of ['x', ' ', '# Hello\r\n\n\t<b>*there*</b>', '🎫'.repeat(65_535)]) {
        const response = await post({ body });
        assert.deepEqual([response.status, response.body.body], [201, body]);
      }
    });

    it('201 creates an outgoing reply by default', async () => {
      const { body } = await post({});
      assert.deepEqual([body.type, body.direction, body.author_id], ['reply', 'out', api().people.agent.id]);
      const note = await post({ type: 'note', direction: 'in', author_name: 'The telephone' });
      assert.deepEqual([note.body.type, note.body.direction, note.body.author_name], ['note', 'in', 'The telephone']);
      assert.equal(note.body.author_id, api().people.agent.id);
    });

    it('201 names the author of an incoming message after the customer: name, address or `Customer`', async () => {
      for (const [customer, name] of [
        [{ customer_name: 'Ines Haddad', customer_email: 'ines@mail.example' }, 'Ines Haddad'],
        [{ customer_email: 'ines@mail.example' }, 'ines@mail.example'],
        [{ customer_name: '' }, 'Customer'],
      ] as const) {
        const to = await createThread(customer);
        assert.equal((await post({ direction: 'in' }, to)).body.author_name, name);
        assert.equal((await post({ author_name: null }, to)).body.author_name, api().people.agent.name);
      }
    });

    for (const [name, values] of Object.entries(invalid)) {
      it(`422 with a specific code for an invalid \`${name}\` in POST and PATCH`, async () => {
        const { id } = (await post({})).body;
        for (const [value, code] of values) {
          assert.deepEqual(getStatusAndFieldErrors(await post({ [name]: value })), [422, [[name, code]]]);
          const patched = await api().call('PATCH', `${thread}/${id}`, { body: { [name]: value } });
          assert.deepEqual(getStatusAndFieldErrors(patched), [422, [[name, code]]]);
        }
      });
    }

    it('422 for a missing `body`, for read-only and for unknown fields', async () => {
      const body = { subject: 'Re:', ticket_id: '1', author_id: api().people.agent.id };
      assert.deepEqual(getStatusAndFieldErrors(await api().call('POST', thread, { body })), [
        422,
        [
          ['body', 1001],
          ['subject', 1007],
          ['ticket_id', 1008],
          ['author_id', 1008],
        ],
      ]);
    });

    it('200 restores the default author name if the name is omitted or null, even if another person edits the message', async () => {
      const to = await createThread({ customer_name: 'Ines Haddad' });
      const { url } = (await post({ author_name: 'Night shift' }, to)).body;
      const put = () => api().call<Message>('PUT', url, { body: { body: 'Text' }, as: 'admin' });
      const named = await put();
      assert.deepEqual([named.body.version, named.body.author_name], [2, api().people.agent.name]);
      assert.deepEqual((await put()).body, named.body);
      const body = { author_name: null, direction: 'in' };
      assert.equal((await api().call<Message>('PATCH', url, { body })).body.author_name, 'Ines Haddad');
    });

    it('200 when another person edits a message, whose author stays the same; 204 when they delete it', async () => {
      const { id } = (await post({})).body;
      const changed = await api().call<Message>('PATCH', `${thread}/${id}`, { as: 'admin', body: { body: 'Better' } });
      assert.deepEqual([changed.status, changed.body.author_id], [200, api().people.agent.id]);
      assert.equal((await api().call('DELETE', `${thread}/${id}`, { as: 'admin' })).status, 204);
    });
  });
});
