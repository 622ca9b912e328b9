import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AuditEntry } from '#contract';
import { commandActor, deleteOldAuditEntries, recordAudit } from '../database/audit-log.ts';
import { forEachApi } from '../testing/api.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';

const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');

forEachApi(api => {
  const list = (query = '', headers = {}) =>
    api().call<AuditEntry[]>('GET', `/v1/audit_entries${query}`, { as: 'admin', headers });
  const listTargets = async (query: string) => (await list(query)).body.map(({ target_id }) => target_id);
  const run = (...args: string[]) => runDeskInProcess('', ['audit', ...args], { env: api().environment });

  before(async () => {
    await api().database.transaction(async writes => {
      await writes.deleteFrom('audit_entries').execute();
      for (let n = 0; n < 6; n++) {
        const now = start + n * day;
        const actor = n % 2 === 0 ? { personId: api().people.admin.id, clientId: 'desk', now } : commandActor(now);
        const action = n < 3 ? 'mailbox.changed' : n < 5 ? 'mailbox.deleted' : 'client.created';
        await recordAudit(writes, actor, { action, targetId: String(n), after: { name: `Name ${n}`, port: n } });
      }
    });
  });

  describe('GET /audit_entries', () => {
    it('200 lists entries newest first, or oldest first, in pages', async () => {
      assert.deepEqual(await listTargets(''), ['5', '4', '3', '2', '1', '0']);
      assert.deepEqual(await listTargets('?sort=created_at'), ['0', '1', '2', '3', '4', '5']);
      const first = await list('?per_page=4&count=true');
      assert.deepEqual([first.body.length, first.headers.get('x-total-count')], [4, '6']);
      const second = await api().call<AuditEntry[]>('GET', first.links['next'] ?? '', { as: 'admin' });
      assert.deepEqual(
        second.body.map(({ target_id }) => target_id),
        ['1', '0'],
      );
      const previous = await api().call('GET', second.links['prev'] ?? '', { as: 'admin' });
      assert.deepEqual(previous.body, first.body);
    });

    it('200 filters by person, command line, action, kind of target and time', async () => {
      const at = (n: number) => new Date(start + n * day).toISOString();
      assert.deepEqual(await listTargets(`?person_id=${api().people.admin.id}`), ['4', '2', '0']);
      assert.deepEqual(await listTargets('?person_id=null'), ['5', '3', '1']);
      assert.deepEqual(await listTargets('?action=mailbox.deleted'), ['4', '3']);
      assert.deepEqual(await listTargets('?target_kind=client'), ['5']);
      assert.deepEqual(await listTargets(`?created_since=${at(2)}&created_before=${at(4)}`), ['3', '2']);
      assert.deepEqual(await listTargets('?person_id=null&target_kind=mailbox&action=mailbox.changed'), ['1']);
    });

    it('304 until there is a new entry', async () => {
      const headers = { 'If-None-Match': (await list()).headers.get('etag') ?? '' };
      assert.equal((await list('', headers)).status, 304);
      await api().call('POST', '/v1/people', { as: 'admin', body: { name: 'New', email: 'new@desk.example' } });
      assert.equal((await list('', headers)).status, 200);
    });

    it('422 for an invalid action, kind, person, time or order', async () => {
      const query = '?action=all&target_kind=ticket&person_id=me&created_since=today&sort=-updated_at';
      const { status, body } = await list(query);
      const fields = (body.errors ?? []).map(({ field }) => field);
      assert.deepEqual([status, fields], [422, ['sort', 'person_id', 'action', 'target_kind', 'created_since']]);
    });
  });

  describe('GET /audit_entries/{audit_entry_id}', () => {
    it('200 with the old and new values, 304 for its ETag, 404 for an unknown id', async () => {
      const [listed] = (await list('?target_kind=client')).body;
      assert.ok(listed);
      const read = (headers = {}) => api().call<AuditEntry>('GET', listed.url, { as: 'admin', headers });
      const { body, headers } = await read();
      assert.deepEqual(body, listed);
      assert.partialDeepStrictEqual(body, {
        ...{ action: 'client.created', person_id: null, client_id: null, target_kind: 'client', target_id: '5' },
        changes: { name: { old: null, new: 'Name 5' }, port: { old: null, new: 5 } },
        ...{ version: 1, created_at: '2026-01-06T00:00:00.000Z', updated_at: '2026-01-06T00:00:00.000Z' },
      });
      assert.equal((await read({ 'If-None-Match': headers.get('etag') ?? '' })).status, 304);
      for (const id of ['99999', '0', 'x', '1e3'])
        assert.equal((await api().call('GET', `/v1/audit_entries/${id}`, { as: 'admin' })).body.code, 40432, id);
    });
  });

  describe('desk audit list', () => {
    it('prints the same entries as the API, with the same filters', async () => {
      const args = ['list', '--action', 'mailbox.changed', '--created-since', '2026-01-02T00:00:00Z', '--json'];
      const printed = JSON.parse((await run(...args)).stdout) as unknown[];
      const { body } = await list('?action=mailbox.changed&created_since=2026-01-02T00:00:00Z');
      assert.deepEqual(
        printed,
        body.map(({ url: _, ...entry }) => entry),
      );
      assert.equal(printed.length, 2);
      const { stdout } = await run('list', '--person', api().people.admin.email, '--target-kind', 'mailbox');
      const line = `2026-01-05T00:00:00.000Z  ${api().people.admin.email}  mailbox.deleted  4       name port\n`;
      assert.match(stdout, /^TIME +PERSON +ACTION +TARGET +CHANGES\n/);
      assert.ok(stdout.includes(line), stdout);
      const limited = await run('list', '--limit', '2', '--person', 'null');
      assert.deepEqual(
        [limited.stdout.split('\n').length, limited.stderr],
        [4, 'Only the newest 2 are shown: use a filter, or raise --limit.\n'],
      );
      const none = await run('list', '--created-before', '2020-01-01T00:00:00Z');
      assert.equal(none.stdout, 'No entries found.\n');
    });

    it('explains an invalid filter', async () => {
      for (const [args, error] of [
        [
          ['--person', 'unknown@desk.example'],
          /^No person has the email unknown@desk\.example; run "desk people list"/,
        ],
        [['--created-since', 'yesterday'], /^"yesterday" is not a time with seconds and a zone/],
        [['--created-before', '2026-11-20T17:35Z'], /^"2026-11-20T17:35Z" is not a time with seconds and a zone/],
        [['--action', 'all'], /Allowed choices are person\.created/],
      ] as const) {
        const { status, stderr } = await run('list', ...args);
        assert.deepEqual([status, error.test(stderr)], [1, true], stderr);
      }
    });
  });

  describe('old entries', () => {
    it('410 after deletion, and lists get a new ETag', async () => {
      const [oldest] = (await list('?sort=created_at')).body;
      const headers = { 'If-None-Match': (await list()).headers.get('etag') ?? '' };
      assert.equal(await deleteOldAuditEntries(api().database, start), 0);
      assert.equal((await list('', headers)).status, 304);
      assert.equal(await deleteOldAuditEntries(api().database, start + 1), 1);
      assert.equal((await list('', headers)).status, 200);
      assert.deepEqual(await listTargets('?sort=created_at&per_page=1'), ['1']);
      const gone = await api().call('GET', oldest?.url ?? '', { as: 'admin' });
      assert.deepEqual([gone.status, gone.body.code], [410, 41029]);
    });
  });
});
