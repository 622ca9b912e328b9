import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Person } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { entriesOf } from '../testing/bad-fields.ts';

const password = 'long enough for it';

forEachApi(api => {
  let made = 0;
  const add = (body: object = {}) => {
    const email = `person-${++made}@desk.example`;
    return api().call<Person>('POST', '/v1/people', {
      as: 'admin',
      body: { name: 'Somebody', email, password, ...body },
    });
  };
  const change = (id: string, body: object) => api().call<Person>('PATCH', `/v1/people/${id}`, { as: 'admin', body });

  describe('the members of a person', () => {
    it('201 with Location, and an agent unless told', async () => {
      const { status, headers, body } = await add();
      assert.deepEqual([status, headers.get('location')], [201, body.url]);
      assert.deepEqual([body.role, body.disabled, body.version], ['agent', false, 1]);
      assert.deepEqual((await api().call('GET', `/v1/people/${body.id}`, { as: 'viewer' })).body, body);
    });

    it('201 without a password, which an administrator may set later', async () => {
      const body = { name: 'Later', email: 'later@desk.example' };
      const { status, body: person } = await api().call<Person>('POST', '/v1/people', { as: 'admin', body });
      assert.equal(status, 201);
      assert.equal((await change(person.id, { password })).body.version, 2);
    });

    it('422 for a wrong one, on POST and on PATCH, by the code of what is wrong', async () => {
      const { id } = (await add()).body;
      for (const [name, value, code] of [
        ['name', '', 1003],
        ['name', '🎫'.repeat(256), 1004],
        ['name', 'a\nb', 1014],
        ['email', 'no address', 1006],
        ['email', null, 1011],
        ['role', 'owner', 1005],
        ['disabled', 'yes', 1002],
        ['password', '123456789', 1003],
        ['password', null, 1011],
        ['admin', true, 1007],
      ] as const) {
        assert.deepEqual(entriesOf(await add({ [name]: value })), [422, [[name, code]]]);
        assert.deepEqual(entriesOf(await change(id, { [name]: value })), [422, [[name, code]]]);
      }
      assert.equal((await add({ password: '1234567890', name: '🎫'.repeat(255) })).status, 201);
    });

    it('422 for the address of somebody else in any case, 200 for one’s own in another', async () => {
      const { id } = (await add({ email: 'Ängström@desk.example' })).body;
      assert.deepEqual(entriesOf(await add({ email: 'ängström@DESK.example' })), [422, [['email', 1010]]]);
      assert.deepEqual(entriesOf(await change(id, { email: 'VIEWER@desk.example' })), [422, [['email', 1010]]]);
      const own = await change(id, { email: 'ÄNGSTRÖM@desk.example' });
      assert.deepEqual([own.status, own.body.email, own.body.version], [200, 'ÄNGSTRÖM@desk.example', 2]);
      await change(id, { disabled: true });
      assert.deepEqual(entriesOf(await add({ email: 'ängström@desk.example' })), [422, [['email', 1010]]]);
    });
  });

  describe('a change of a person', () => {
    it('200 and another role from the next request on, with the token they have', async () => {
      const { id } = api().people.viewer;
      const open = () => api().call('POST', '/v1/tickets', { as: 'viewer', body: { subject: 'May I?' } });
      assert.equal((await open()).status, 405);
      await change(id, { role: 'agent' });
      assert.equal((await open()).status, 201);
      await change(id, { role: 'viewer' });
      assert.equal((await open()).status, 405);
    });

    it('200 and another name where they write from then on, not where they wrote', async () => {
      const ticket = await api().call<{ id: string }>('POST', '/v1/tickets', { body: { subject: 'Names' } });
      const thread = `/v1/tickets/${ticket.body.id}/messages`;
      const write = async () =>
        (await api().call<{ author_name: string }>('POST', thread, { body: { body: 'x' } })).body.author_name;
      const { id, name } = api().people.agent;
      assert.equal(await write(), name);
      await change(id, { name: 'Renamed' });
      assert.equal(await write(), 'Renamed');
      const { body } = await api().call<{ author_name: string }[]>('GET', thread);
      assert.deepEqual(
        body.map(message => message.author_name),
        [name, 'Renamed'],
      );
    });

    it('200 and no new version for one that changes nothing; 409 for a stale copy, also of a password', async () => {
      const { id } = (await add()).body;
      assert.equal((await change(id, { name: 'Somebody', disabled: false })).body.version, 1);
      assert.equal((await change(id, { name: 'Somebody else', version: 1 })).body.version, 2);
      for (const body of [{ name: 'Nobody' }, { password: 'another long one' }]) {
        const answer = await change(id, { ...body, version: 1 });
        assert.deepEqual([answer.status, answer.body.code], [409, 40901]);
        assert.doesNotMatch(answer.text, /another long one/);
      }
    });

    it('200 for an administrator of themselves too, and then they are none', async () => {
      const { id } = api().people.admin;
      const answer = await change(id, { role: 'agent' });
      assert.deepEqual([answer.status, answer.body.role], [200, 'agent']);
      assert.equal((await add()).status, 405);
    });
  });
});
