import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Person, Ticket } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

const tags = (count: number) => Array.from({ length: count }, (_, n) => `tag-${n}`);
const longAddress = (length: number) => `${'a'.repeat(length - '@mail.example'.length)}@mail.example`;

/** Valid values by field. */
const valid: Record<string, unknown[]> = {
  subject: ['x', ' ', '\u00a0', 'שלום', 'é\u0301', '👩‍👩‍👧', '<b>&amp;', 'x'.repeat(255), '🎫'.repeat(255)],
  description: ['', 'a\nb\r\n\tc\u2028', 'x'.repeat(65_535), '🎫'.repeat(65_535)],
  customer_name: [null, '', 'Ines Haddad', '🎫'.repeat(255)],
  customer_email: [null, 'a@b.de', 'A.b+c@Mail.example', "o'hara@x-y.ie", 'ä@bücher.example', longAddress(254)],
  state: ['open', 'pending', 'closed'],
  priority: ['low', 'normal', 'high', 'urgent'],
  tags: [[], ['b', 'a'], ['7', 'a_b-c', 'x'.repeat(64)], tags(20)],
};

type Invalid = [value: unknown, code: number, field?: string];
const assignCode = (code: number, values: readonly unknown[]): Invalid[] => values.map(value => [value, code]);

/** Invalid values by field, each with its error code. */
const invalid: Record<string, Invalid[]> = {
  subject: [
    ...assignCode(1014, ['a\nb', 'a\rb', 'a\vb', 'a\fb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\0b', 'a\ud800b']),
    ...assignCode(1004, ['x'.repeat(256), '🎫'.repeat(256)]),
    ['', 1003],
    [null, 1011],
    ...assignCode(1002, [7, ['x']]),
  ],
  description: [
    ['x'.repeat(65_536), 1004],
    ['🎫'.repeat(65_536), 1004],
    ['a\0', 1014],
    [null, 1011],
    [{}, 1002],
  ],
  customer_name: [
    ['🎫'.repeat(256), 1004],
    ['a\nb', 1014],
    [7, 1002],
  ],
  customer_email: [
    ...assignCode(1006, ['', 'a', 'a@b', 'a@b..de', 'a@.de', 'a@b.de.', '@b.de', 'a@@b.de', 'a b@c.de', 'a@b.de\n']),
    ...assignCode(1006, ['Ines <a@b.de>', 'Ines<a@b.de>', '<a@b.de>', 'a@b.de,c@d.de', 'a;c@b.de', 'mailto:a@b.de']),
    [longAddress(255), 1004],
    ['\ud800@b.de', 1014],
  ],
  state: [
    ['OPEN', 1005],
    ['', 1005],
    ['new', 1005],
    [null, 1011],
    [0, 1002],
  ],
  priority: [
    ['High', 1005],
    [null, 1011],
    [2, 1002],
  ],
  assignee_id: [
    ['', 1013],
    ['me', 1013],
    ['null', 1013],
    ['nobody', 1013],
    ['999', 1013],
    ['\0', 1014],
    [1, 1002],
    ['x'.repeat(65), 1004],
  ],
  mailbox_id: [...assignCode(1013, ['', '999', 'support@desk.example']), [1, 1002], ['x'.repeat(65), 1004]],
  tags: [
    [tags(21), 1004],
    [['a', 'b', 'a'], 1010],
    [['a', 'B'], 1006, 'tags[1]'],
    [['-a'], 1006, 'tags[0]'],
    [['é'], 1006, 'tags[0]'],
    [['x'.repeat(65)], 1006, 'tags[0]'],
    [['a', 7], 1002, 'tags[1]'],
    [[null], 1011, 'tags[0]'],
    ['a', 1002],
    [null, 1011],
  ],
};

forEachApi(api => {
  const post = (body: object) => api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Fields', ...body } });

  describe('the fields of a ticket', () => {
    for (const [name, values] of Object.entries(valid)) {
      it(`201 and 200 with \`${name}\` exactly as sent`, async () => {
        for (const value of values) {
          const { status, body } = await post({ [name]: value });
          assert.deepEqual([status, Reflect.get(body, name)], [201, value]);
          const read = await api().call<Ticket>('GET', `/v1/tickets/${body.id}`);
          assert.deepEqual(read.body, body);
        }
      });
    }

    for (const [name, values] of Object.entries(invalid)) {
      it(`422 with a specific code for an invalid \`${name}\` in POST and PATCH, and nothing changes`, async () => {
        const { id } = (await post({})).body;
        const list = async () => (await api().call('GET', '/v1/tickets')).text;
        const before = await list();
        for (const [value, code, field = name] of values) {
          const expected = [422, [[field, code]]];
          const label = JSON.stringify(value)?.slice(0, 40);
          assert.deepEqual(getStatusAndFieldErrors(await post({ [name]: value })), expected, label);
          const patched = await api().call('PATCH', `/v1/tickets/${id}`, { body: { [name]: value } });
          assert.deepEqual(getStatusAndFieldErrors(patched), expected, label);
        }
        assert.equal(await list(), before);
      });
    }

    it('201 with any assignee: a viewer, a disabled person, the caller', async () => {
      const { body: disabledPerson } = await api().call<Person>('POST', '/v1/people', {
        as: 'admin',
        body: { name: 'Away', email: 'away@desk.example', password: 'long enough for it', disabled: true },
      });
      for (const id of [disabledPerson.id, api().people.viewer.id, api().people.agent.id, null]) {
        const { status, body } = await post({ assignee_id: id });
        assert.deepEqual([status, body.assignee_id], [201, id]);
        assert.equal((await api().call('PUT', `/v1/tickets/${body.id}`, { body })).status, 200);
      }
    });
  });
});
