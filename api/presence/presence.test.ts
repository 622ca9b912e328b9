import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Presence, Ticket } from '#contract';
import type { PresenceMode, Role } from '#contract/enums';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  const createTicket = async () =>
    (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Printer' } })).body.id;
  const announce = (id: string, mode: PresenceMode, as: Role = 'agent') =>
    api().call('PUT', `/v1/tickets/${id}/presence`, { body: { mode }, as });
  const leave = (id: string) => api().call('DELETE', `/v1/tickets/${id}/presence`);
  const read = async (query: string) => (await api().call<Presence>('GET', `/v1/presence${query}`)).body.presence;
  /** Reads the mode and the age in seconds of each entry on a ticket. */
  const readModes = async (id: string) =>
    (await read(`?ticket_id=${id}`)).map(({ mode, since }) => [mode, (api().clock.now() - Date.parse(since)) / 1000]);
  const advance = (seconds: number) => api().clock.advance(seconds * 1000);

  describe('presence', () => {
    it('200 lists each person once per ticket, sorted by ticket and `since`, filtered by tickets', async () => {
      api().clock.freeze();
      const [first, second, third] = [await createTicket(), await createTicket(), await createTicket()];
      const ids = { ...api().people };
      for (const [id, mode, as] of [
        [second, 'writing', 'agent'],
        [first, 'viewing', 'viewer'],
        [first, 'writing', 'admin'],
        [first, 'viewing', 'agent'],
        [third, 'viewing', 'agent'],
      ] as const) {
        assert.deepEqual([(await announce(id, mode, as)).status], [204]);
        advance(1);
      }
      const listed = await read(`?ticket_id=${second},${first},${first}`);
      assert.deepEqual(
        listed.map(({ ticket_id, person_id, mode }) => [ticket_id, person_id, mode]),
        [
          [first, ids.viewer.id, 'viewing'],
          [first, ids.admin.id, 'writing'],
          [first, ids.agent.id, 'viewing'],
          [second, ids.agent.id, 'writing'],
        ],
      );
      assert.deepEqual(
        (await read('')).map(({ ticket_id }) => ticket_id),
        [first, first, first, second, third],
      );
    });

    it('204 for DELETE, even without an announcement', async () => {
      const id = await createTicket();
      await announce(id, 'writing');
      await announce(id, 'viewing', 'admin');
      for (const _ of ['once', 'again']) assert.equal((await leave(id)).status, 204);
      assert.deepEqual(
        (await read(`?ticket_id=${id}`)).map(({ person_id }) => person_id),
        [api().people.admin.id],
      );
    });

    it('403 if a viewer announces `writing`, 404 and 410 for an unknown and a deleted ticket, 422 for an invalid body or id', async () => {
      const id = await createTicket();
      assert.equal((await announce(id, 'viewing', 'viewer')).status, 204);
      assert.equal((await announce(id, 'writing', 'viewer')).body.code, 40300);
      for (const body of [{}, { mode: 'sleeping' }, { mode: 'viewing', version: 1 }])
        assert.equal((await api().call('PUT', `/v1/tickets/${id}/presence`, { body })).status, 422);
      for (const value of ['', '-', '1,,2', Array.from({ length: 101 }, (_, n) => n).join()])
        assert.equal((await api().call('GET', `/v1/presence?ticket_id=${value}`)).status, 422, value);
      await api().call('DELETE', `/v1/tickets/${id}`);
      assert.deepEqual([(await announce(id, 'viewing')).body.code, (await leave(id)).body.code], [41001, 41001]);
      assert.deepEqual(
        [(await announce('none', 'viewing')).body.code, (await leave('none')).body.code],
        [40401, 40401],
      );
    });

    it('`viewing` expires 45 seconds after its last announcement; a renewal keeps `since`', async () => {
      api().clock.freeze();
      const id = await createTicket();
      await announce(id, 'viewing');
      advance(44.999);
      await announce(id, 'viewing');
      advance(44.999);
      assert.deepEqual(await readModes(id), [['viewing', 89.998]]);
      advance(0.001);
      assert.deepEqual(await readModes(id), []);
      await announce(id, 'viewing');
      assert.deepEqual(await readModes(id), [['viewing', 0]]);
    });

    it('`writing` of one window lasts 25 seconds while another window announces `viewing`', async () => {
      api().clock.freeze();
      const id = await createTicket();
      await announce(id, 'viewing');
      advance(10);
      await announce(id, 'writing');
      advance(20);
      await announce(id, 'writing');
      await announce(id, 'viewing');
      advance(24.999);
      await announce(id, 'viewing');
      assert.deepEqual(await readModes(id), [['writing', 44.999]]);
      advance(0.001);
      assert.deepEqual(await readModes(id), [['viewing', 55]]);
      await announce(id, 'writing');
      assert.deepEqual(await readModes(id), [['writing', 0]]);
      await leave(id);
      await announce(id, 'viewing');
      assert.deepEqual(await readModes(id), [['viewing', 0]]);
    });

    it('304 until a person arrives, leaves or changes mode, or an announcement expires', async () => {
      api().clock.freeze();
      const id = await createTicket();
      const path = `/v1/presence?ticket_id=${id}`;
      const readStatus = async (etag: string) =>
        (await api().call('GET', path, { headers: { 'If-None-Match': etag } })).status;
      const changes = [() => announce(id, 'viewing'), () => announce(id, 'writing'), () => leave(id)];
      for (const change of [...changes, () => announce(id, 'viewing'), async () => advance(45)]) {
        const etag = (await api().call('GET', path)).headers.get('etag') ?? '';
        assert.equal(await readStatus(etag), 304);
        await change();
        assert.equal(await readStatus(etag), 200);
      }
    });

    it('is shared by API servers on PostgreSQL, and deleted after its expiry', () =>
      api().withSecondApi(async callSecondApi => {
        const { database, runJobs } = api();
        const id = await createTicket();
        await announce(id, 'writing');
        const { presence } = (await callSecondApi<Presence>('GET', `/v1/presence?ticket_id=${id}`)).body;
        assert.equal(presence.length, database.engine === 'postgres' ? 1 : 0);
        if (database.engine === 'sqlite') return;
        const isUnlogged = sql<boolean>`relpersistence = 'u'`.as('isUnlogged');
        const tables = sql<{
          isUnlogged: boolean;
        }>`select ${isUnlogged} from pg_class where oid = 'presence'::regclass`;
        assert.deepEqual((await tables.execute(database.read)).rows, [{ isUnlogged: true }]);
        const count = async () => (await database.read.selectFrom('presence').select('mode').execute()).length;
        await runJobs();
        assert.equal(await count(), 2);
        advance(61);
        await runJobs();
        assert.equal(await count(), 0);
      }));

    it('is not in the change log, and does not change the ticket', async () => {
      const id = await createTicket();
      const readTicket = async () => (await api().call('GET', `/v1/tickets/${id}`)).text;
      const readEvents = async () => (await api().call('GET', '/v1/events')).text;
      const before = [await readTicket(), await readEvents()];
      await announce(id, 'writing');
      await leave(id);
      assert.deepEqual([await readTicket(), await readEvents()], before);
    });
  });
});
