import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { connectionStates } from '#contract/enums';
import { mailboxDefaults } from '#contract/mailboxes';
import { maxMailBytes } from '#contract/mails';
import { messageDefaults } from '#contract/messages';
import { ticketDefaults } from '#contract/tickets';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { CommandError } from '../command-line.ts';
import { commandActor } from '../database/audit-log.ts';
import { cancelled } from '../deliveries/states.ts';
import { insertDelivery } from '../deliveries/store.ts';
import { openFiles } from '../files/files.ts';
import { createMailReceiver } from '../mail/receive-mail.ts';
import { createPersonStore } from '../people/store.ts';
import { loadSample } from '../sample/load-sample.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { createStores } from '../stores.ts';
import { forEachEngine, openStore } from '../testing/engines.ts';
import { testSecretKeys } from '../testing/secret-keys.ts';
import { countBackupRows } from './copy-rows.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const clock = Date.now;
const onProgress = () => undefined;

forEachEngine((database, _openAgain, environment) => {
  describe('a restore', () => {
    let directory = '';
    let file = '';
    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'stardesk-restore-'));
      file = join(directory, 'desk.backup');
      const { database: desk, environment: own, remove } = await openStore('sqlite', true);
      await loadSample(desk, clock());
      const files = openFiles(desk, { dataDir: own.DATA_DIR });
      await makeBackup(desk, { file, files, force: false, clock, onProgress });
      await desk.close();
      await remove();
    });
    after(() => rm(directory, { recursive: true }));

    /** Copies the backup and runs statements on the copy. */
    const copyWith = async (...statements: string[]): Promise<string> => {
      const path = join(directory, `changed-${(await readdir(directory)).length}`);
      await writeFile(path, await readFile(file));
      const copy = new DatabaseSync(path, { enableForeignKeyConstraints: false });
      for (const statement of statements) copy.exec(statement);
      copy.close();
      return path;
    };
    const openOwnFiles = () => openFiles(database(), { dataDir: environment().DATA_DIR });
    const restore = (path: string) =>
      restoreBackup(database(), { file: path, files: openOwnFiles(), secretKeys: testSecretKeys, clock, onProgress });

    it('rejects backups of a newer version, and files that are not backups', async () => {
      const text = join(directory, 'text');
      await writeFile(text, 'not a backup, but longer than the header of a backup\n'.repeat(4));
      const newer = await copyWith("insert into migrations (name, applied_at) values ('9999-later', 0)");
      await assert.rejects(restore(newer), /changed by a newer Stardesk \(9999-later\)/);
      for (const path of [text, await copyWith('pragma application_id = 0')])
        await assert.rejects(restore(path), /was not created by "desk backup"/);
    });

    it('reports why a file cannot be read', async () => {
      const damaged = await copyWith();
      const bytes = await readFile(damaged);
      const headerBytes = 100;
      await writeFile(damaged, bytes.fill(0xff, headerBytes, headerBytes + 100));
      const causes: [path: string, cause: RegExp][] = [
        [join(directory, 'missing'), /missing cannot be read \(ENOENT: no such file or directory/],
        [damaged, /cannot be read \(database disk image is malformed\)/],
        [await copyWith('drop table migrations'), /cannot be read \(no such table: migrations\)/],
      ];
      for (const [path, cause] of causes)
        await assert.rejects(restore(path), error => error instanceof CommandError && cause.test(error.message));
    });

    it('restores unprocessed mail with its bytes and the job that processes it', async () => {
      const { database: desk, environment: own, remove } = await openStore('sqlite', true);
      const files = openFiles(desk, { dataDir: own.DATA_DIR });
      const stores = createStores({ database: desk, files, secrets: createSecrets(testSecretKeys) });
      const draft = { ...mailboxDefaults, name: 'Support', address: 'support@desk.example' };
      const mailbox = await desk.transaction(writes => stores.mailboxes.insert(writes, draft, commandActor(clock())));
      const receive = createMailReceiver({ database: desk, clock, ...stores, maxBytes: maxMailBytes });
      const bytes = Buffer.alloc(600_000, 'It smokes.\n');
      await receive(mailbox.id, { from: null, to: null }, Readable.from([bytes]));
      const path = join(directory, 'mail.backup');
      await makeBackup(desk, { file: path, files, force: false, clock, onProgress });
      await desk.close();
      await remove();

      const {
        database: restored,
        environment: other,
        remove: removeRestored,
      } = await openStore(database().engine, true);
      const restoredFiles = openFiles(restored, { dataDir: other.DATA_DIR });
      await restoreBackup(restored, {
        file: path,
        files: restoredFiles,
        secretKeys: testSecretKeys,
        clock,
        onProgress,
      });
      const { file_id } = await restored.read.selectFrom('mails').select('file_id').executeTakeFirstOrThrow();
      assert.ok((await restoredFiles.read(file_id ?? '')).equals(bytes));
      assert.deepEqual((await runChecks(restored, checks)).findings, []);
      const jobs = await restored.read.selectFrom('jobs').select('key').where('kind', '=', 'process_mail').execute();
      assert.deepEqual(jobs, [{ key: mailbox.id }]);
      await restored.close();
      await removeRestored();
    });

    it('holds mail that the original desk may have sent, and pauses the mailbox', async () => {
      const { database: desk, environment: own, remove } = await openStore('sqlite', true);
      const files = openFiles(desk, { dataDir: own.DATA_DIR });
      const stores = createStores({ database: desk, files, secrets: createSecrets(testSecretKeys) });
      const inDays = (days: number) => new Date(clock() + days * 86_400_000).toISOString();
      await desk.transaction(async writes => {
        const draft = { ...mailboxDefaults, name: 'Support', address: 'support@desk.example' };
        const mailbox = await stores.mailboxes.insert(writes, { ...draft, transport: 'smtp' }, commandActor(clock()));
        const server = { host: 'imap.desk.example', port: 993, security: 'tls' as const, user: 'support' };
        const authentication = 'password' as const;
        const inbound = {
          ...server,
          authentication,
          folder: 'INBOX',
          after_import: 'leave' as const,
          move_to: null,
          import_since: null,
        };
        const connection = await stores.mailboxes.readConnection(writes, mailbox);
        const servers = { inbound, outbound: null, trusted_authserv_id: null };
        await stores.mailboxes.updateConnection(writes, connection, servers, commandActor(clock()));
        const actor = { personId: mailbox.person_id, clientId: null, now: clock(), name: 'Support' };
        const { id } = await stores.tickets.insert(
          writes,
          { ...ticketDefaults, subject: 'A', mailbox_id: mailbox.id },
          actor,
        );
        for (const send_after of [null, inDays(2), null]) {
          const reply = { body: 'B', ...messageDefaults, to: [{ name: '', email: 'c@shop.example' }], send_after };
          const ticket = await stores.messages.findTicket(writes, id);
          await stores.messages.insert(writes, ticket, reply, actor, { isMailed: true });
        }
        const to = [{ name: '', email: 'c@shop.example' }];
        const accountMail = { kind: 'account', mailbox, ticket: null, message: null, subject: 'A', text: 'B' } as const;
        await insertDelivery(writes, { ...accountMail, recipients: { to, cc: [], bcc: [] }, sendAfter: 0 }, clock());
        const unscanned = { state: 0, reason: 'file_not_scanned' } as const;
        await writes.updateTable('deliveries').set(unscanned).where('id', '=', '3').execute();
      });
      const path = join(directory, 'deliveries.backup');
      await makeBackup(desk, { file: path, files, force: false, clock, onProgress });
      await desk.close();
      await remove();

      const {
        database: restored,
        environment: other,
        remove: removeRestored,
      } = await openStore(database().engine, true);
      const restoredFiles = openFiles(restored, { dataDir: other.DATA_DIR });
      await restoreBackup(restored, {
        file: path,
        files: restoredFiles,
        secretKeys: testSecretKeys,
        clock,
        onProgress,
      });
      const { read } = restored;
      const deliveries = await read.selectFrom('deliveries').select(['state', 'reason']).orderBy('n').execute();
      assert.deepEqual(deliveries, [
        { state: 0, reason: 'restored' },
        { state: 0, reason: null },
        { state: 0, reason: 'restored' },
        { state: cancelled, reason: null },
      ]);
      assert.deepEqual(await read.selectFrom('jobs').select('key').execute(), [{ key: '2' }]);
      const [state] = await read.selectFrom('mailbox_states').selectAll().execute();
      const paused = connectionStates.indexOf('paused');
      assert.deepEqual([state?.inbound_state, state?.outbound_state, state?.outbound_retry_at], [paused, paused, 0]);
      assert.deepEqual((await runChecks(restored, checks)).findings, []);
      await restored.close();
      await removeRestored();
    });

    it('leaves the store empty when a restore fails', async () => {
      await assert.rejects(restore(await copyWith('update gist_files set gist_n = 99999 where gist_n = 1')));
      assert.equal(await countBackupRows(database().read), 0);
    });

    it('migrates a backup of an older version without changing its file', async () => {
      const older = await copyWith(
        'drop table one_time_links',
        "delete from migrations where name = '0031-one-time-links'",
      );
      const bytes = await readFile(older);
      await restore(older);
      assert.deepEqual((await runChecks(database(), checks)).findings, []);
      assert.deepEqual(await readFile(older), bytes);
    });

    it('assigns unused ids afterwards, and rejects a store that is not empty', async () => {
      const draft = { name: 'New', email: 'new@desk.example', role: 'agent', disabled: false } as const;
      const { n, id } = await database().transaction(async writes => {
        const row = await createPersonStore().insert(writes, draft, null, commandActor(clock()));
        return writes.selectFrom('people').select(['n', 'id']).where('id', '=', row.id).executeTakeFirstOrThrow();
      });
      const rows = await database().read.selectFrom('people').select('n').execute();
      assert.deepEqual([n, id], [rows.length, String(rows.length)]);
      await assert.rejects(restore(file), /^Error: The store is not empty \(rows: \d+\)/);
    });
  });
});
