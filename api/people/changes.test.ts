import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Person } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

const password = 'long enough for it';

forEachApi(api => {
  let personCount = 0;
  const add = (body: object = {}) => {
    const email = `person-${++personCount}@desk.example`;
    return api().call<Person>('POST', '/v1/people', {
      as: 'admin',
      body: { name: 'Somebody', email, password, ...body },
    });
  };
  const change = (id: string, body: object) => api().call<Person>('PATCH', `/v1/people/${id}`, { as: 'admin', body });
  /** Adds a person. Returns their id, and a function that returns the status of a request with their token. */
  const createTokenOfNewPerson = async () => {
    const { id, email } = (await add()).body;
    const headers = { Authorization: `Bearer ${await api().createTokenFor(email, [])}` };
    return { id, getStatus: async () => (await api().call('GET', '/v1/people/me', { headers })).status };
  };

  describe('the fields of a person', () => {
    it('201 with Location and without the password; the role is agent by default', async () => {
      const { status, headers, body, text } = await add();
      assert.deepEqual([status, headers.get('location')], [201, body.url]);
      assert.deepEqual([body.role, body.disabled, body.version], ['agent', false, 1]);
      assert.ok(!text.includes(password));
      assert.deepEqual((await api().call('GET', `/v1/people/${body.id}`, { as: 'viewer' })).body, body);
    });

    it('201 without a password, which an administrator can set later', async () => {
      const body = { name: 'Later', email: 'later@desk.example' };
      const { status, body: person } = await api().call<Person>('POST', '/v1/people', { as: 'admin', body });
      assert.equal(status, 201);
      assert.equal((await change(person.id, { password })).body.version, 2);
    });

    it('422 with a specific code for an invalid field in POST and PATCH', async () => {
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
        assert.deepEqual(getStatusAndFieldErrors(await add({ [name]: value })), [422, [[name, code]]]);
        assert.deepEqual(getStatusAndFieldErrors(await change(id, { [name]: value })), [422, [[name, code]]]);
      }
      assert.equal((await add({ password: '1234567890', name: '🎫'.repeat(255) })).status, 201);
    });

    it('422 for another person’s email in any letter case; 200 for a new letter case of the person’s own email', async () => {
      const { id } = (await add({ email: 'Ängström@desk.example' })).body;
      const taken = [422, [['email', 1010]]];
      assert.deepEqual(getStatusAndFieldErrors(await add({ email: 'ängström@DESK.example' })), taken);
      assert.deepEqual(getStatusAndFieldErrors(await change(id, { email: 'VIEWER@desk.example' })), taken);
      const own = await change(id, { email: 'ÄNGSTRÖM@desk.example' });
      assert.deepEqual([own.status, own.body.email, own.body.version], [200, 'ÄNGSTRÖM@desk.example', 2]);
      await change(id, { disabled: true });
      assert.deepEqual(getStatusAndFieldErrors(await add({ email: 'ängström@desk.example' })), taken);
    });
  });

  describe('a new person', () => {
    it('201 for only one of five concurrent requests with one email, 422 for the other requests', async () => {
      const responses = await Promise.all(Array.from({ length: 5 }, () => add({ email: 'five@desk.example' })));
      assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 422, 422, 422, 422]);
    });
  });

  describe('an edit of a person', () => {
    it('401 immediately with a disabled person’s token, even after the person is enabled again', async () => {
      const token = await createTokenOfNewPerson();
      assert.equal(await token.getStatus(), 200);
      await change(token.id, { disabled: true });
      assert.equal(await token.getStatus(), 401);
      await change(token.id, { disabled: false });
      assert.equal(await token.getStatus(), 401);
    });

    it('200 for a new name, which only later messages show', async () => {
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

    it('422 for administrators who disable themselves, with all other errors', async () => {
      const response = await change(api().people.admin.id, { disabled: true, email: 'VIEWER@desk.example' });
      assert.deepEqual(getStatusAndFieldErrors(response), [
        422,
        [
          ['disabled', 1005],
          ['email', 1010],
        ],
      ]);
    });

    it('409 for demoting the last administrator with a password; nothing is changed', async () => {
      const first = api().people.admin.id;
      // Other administrators are disabled or have no password.
      await add({ role: 'admin', password: undefined });
      await add({ role: 'admin', disabled: true });
      const rejected = await change(first, { role: 'viewer', name: 'Demoted' });
      assert.deepEqual([rejected.status, rejected.body.code], [409, 40910]);
      const { body: stored } = await api().call<Person>('GET', `/v1/people/${first}`);
      assert.deepEqual([stored.name, stored.role], [api().people.admin.name, 'admin']);
    });

    it('200 for only one of two administrators who demote each other concurrently', async () => {
      const createAdministrator = async () => {
        const { id, email } = (await add({ role: 'admin' })).body;
        return { id, headers: { Authorization: `Bearer ${await api().createTokenFor(email, ['people:write'])}` } };
      };
      const [one, other] = [await createAdministrator(), await createAdministrator()];
      const demote = (id: string, { headers }: typeof one) =>
        api().call('PATCH', `/v1/people/${id}`, { body: { role: 'agent' }, headers });
      const responses = await Promise.all([demote(other.id, one), demote(one.id, other)]);
      // 405: the first request had already demoted this caller.
      const [first, second] = responses.toSorted((a, b) => a.status - b.status);
      assert.equal(first?.status, 200);
      assert.ok([40910, 40500].includes(second?.body.code ?? 0), `${second?.body.code}`);
      const last = responses[0]?.status === 200 ? one.id : other.id;
      assert.equal((await change(last, { role: 'admin', name: 'Renamed' })).status, 200);
      assert.equal((await change(last, { disabled: true })).body.code, 40910);
    });

    it('200 lets administrators demote themselves', async () => {
      const { id } = api().people.admin;
      await add({ role: 'admin' });
      const response = await change(id, { role: 'agent' });
      assert.deepEqual([response.status, response.body.role], [200, 'agent']);
      assert.equal((await add()).status, 405);
    });
  });
});
