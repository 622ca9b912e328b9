import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { setMailboxState } from '../../database/mailbox-states.ts';
import { createRequestContext } from '../../http/request-context.ts';
import type { Handler } from '../../jobs/handler.ts';
import { createJobStore } from '../../jobs/job-store.ts';
import { startRunner } from '../../jobs/runner.ts';
import { forEachApi } from '../../testing/api.ts';
import { createStoredMailWriter } from '../receive-mail.ts';
import { createPollMailbox, type PollingIntervals } from './poll-mailbox.ts';
import { createImapDesk } from './testing/imap-desk.ts';
import { type ImapServer, startImapServer } from './testing/imap-server.ts';

const log = pino({ level: 'silent' });

/** Waits for a state; the test's own time limit ends the wait. */
const until = async (isReached: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isReached())) await pause(10);
};

forEachApi(api => {
  const desk = createImapDesk(api);
  const running: { stop(): Promise<void> }[] = [];
  const servers: ImapServer[] = [];
  const createHandler = (intervals: Partial<PollingIntervals> = {}): Handler => {
    const { stores } = api();
    return createPollMailbox({
      ...stores,
      ...stores.credentials,
      storeMail: createStoredMailWriter(stores),
      intervals,
    });
  };
  /** Runs one job that checks a mailbox once. */
  const check = async ({ id }: { id: string }): Promise<void> => {
    const handler = createHandler({ session: 0 });
    const job = { id: '1', kind: handler.kind, key: id, payload: { mailbox_id: id }, attempt: 1, progress: null };
    const context = { database: api().database, clock: Date.now, log, setProgress: async () => {} };
    await handler.run(job, { ...context, signal: new AbortController().signal });
  };
  /** Starts a runner of jobs, as another process does. */
  const startProcess = (intervals: Partial<PollingIntervals> = {}) => {
    const { database } = api();
    const runner = startRunner({
      ...{ database, store: createJobStore(database), handlers: [createHandler(intervals)], log, clock: Date.now },
      ...{ context: createRequestContext(), metrics: { observeOutcome: () => {} } },
    });
    running.push(runner);
    return runner;
  };
  const connect = async (inbound: object = {}) => {
    const server = await startImapServer();
    servers.push(server);
    return { server, mailbox: await desk.addMailbox(server, inbound) };
  };
  const countMails = async ({ id }: { id: string }): Promise<number> => {
    api().database.startRequest();
    const rows = await api().database.read.selectFrom('mails').select('n').where('mailbox_id', '=', id).execute();
    return rows.length;
  };
  const readJob = ({ id }: { id: string }) => {
    api().database.startRequest();
    const jobs = api().database.read.selectFrom('jobs').select(['n', 'run_at']).where('kind', '=', 'poll_mailbox');
    return jobs.where('key', '=', id).executeTakeFirst();
  };
  const readInbox = ({ folders }: ImapServer) => folders.get('INBOX')?.mails ?? [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map(each => each.stop()));
    await Promise.all(servers.splice(0).map(server => server.close()));
    await api().database.transaction(writes => writes.deleteFrom('jobs').execute());
  });

  describe('a session with an IMAP server', () => {
    it('imports mail that the server announces, over one connection', async () => {
      const { server, mailbox } = await connect();
      startProcess();
      for (let count = 1; count <= 3; count += 1) {
        await until(() => server.idling === 1);
        desk.deliver(server, `Announced ${count}`);
        await until(async () => (await countMails(mailbox)) === count);
      }
      assert.equal(server.sessions, 1);
    });

    it('imports mail at each check if the server announces nothing', async () => {
      const { server, mailbox } = await connect();
      server.script.capabilities = 'UIDPLUS';
      startProcess({ check: 50 });
      await until(() => server.commands.includes('UID SEARCH'));
      desk.deliver(server, 'Not announced');
      await until(async () => (await countMails(mailbox)) === 1);
    });

    it('reconnects immediately after a change of the connection, and ends when the mailbox is disabled', async () => {
      const { server, mailbox } = await connect();
      startProcess();
      await until(() => server.idling === 1);
      server.folders.set('Other', { uidvalidity: 1, uidNext: 1, mails: [] });
      await desk.change(mailbox, { folder: 'Other' });
      await until(() => server.sessions === 2 && server.idling === 1);
      server.deliver('Subject: In the other folder\r\n\r\n', {}, 'Other');
      await until(async () => (await countMails(mailbox)) === 1);
      await api().call('PATCH', mailbox.url, { as: 'admin', body: { enabled: false } });
      await until(async () => {
        return server.idling === 0 && (await readJob(mailbox)) === undefined;
      });
    });

    it('reconnects soon after a failure if it worked for a minute or imported mail, else after a backoff', async () => {
      for (const [stable, deliver, state] of [
        [0, () => {}, 'ok'],
        [60_000, (server: ImapServer) => desk.deliver(server, 'Imported'), 'ok'],
        [60_000, () => {}, 'error'],
      ] as const) {
        const { server, mailbox } = await connect({ import_since: '2020-01-01T00:00:00Z' });
        deliver(server);
        server.script.onCommand = name =>
          name === 'IDLE' && server.sessions === 1 ? 'close before command' : undefined;
        const runner = startProcess({ stable, reconnect: 10 });
        await until(async () => server.idling === 1 || (await desk.readStatus(mailbox))?.state === 'error');
        assert.equal((await desk.readStatus(mailbox))?.state, state);
        await runner.stop();
      }
    });

    it('reports a server that closes each connection, and connects after growing delays', async () => {
      for (const [command, response] of [
        ['EXAMINE', 'close before response'],
        ['EXAMINE', 'close after response'],
        ['UID SEARCH', 'close before command'],
      ] as const) {
        const { server, mailbox } = await connect({ import_since: '2020-01-01T00:00:00Z' });
        server.script.onCommand = name => (name === command ? response : undefined);
        const delays: number[] = [];
        for (let attempt = 0; attempt < 3; attempt += 1) {
          await desk.poll(600_000);
          delays.push(((await readJob(mailbox))?.run_at ?? 0) - api().clock.now());
          const { state, error } = (await desk.readStatus(mailbox)) ?? {};
          assert.deepEqual([state, error], ['error', 'The server closed the connection']);
        }
        assert.deepEqual(
          delays.map(delay => Math.round(Math.log2(delay / 2500))),
          [1, 2, 3],
        );
        assert.equal(server.sessions, 3);
      }
    });

    it('ends when its mailbox is paused, and imports nothing until the mailbox is resumed', async () => {
      const { server, mailbox } = await connect();
      startProcess();
      await until(() => server.idling === 1);
      const pausing = { state: 'paused', error: 'Sign in again.', now: Date.now() } as const;
      await api().database.transaction(async writes => {
        const row = await api().stores.mailboxes.find(writes, mailbox.id);
        assert.ok(row);
        await setMailboxState(writes, row.n, 'inbound', pausing);
      });
      desk.deliver(server, 'While paused');
      await until(() => server.idling === 0);
      await until(async () => (await readJob(mailbox)) === undefined);
      assert.partialDeepStrictEqual(await desk.readStatus(mailbox), { state: 'paused', error: 'Sign in again.' });
      assert.equal(await countMails(mailbox), 0);
      await desk.resume(mailbox);
      await until(async () => (await countMails(mailbox)) === 1);
    });

    it('starts when its process starts, even if an administrator discarded the job', async () => {
      const { server, mailbox } = await connect();
      await api().database.transaction(writes => writes.deleteFrom('jobs').execute());
      startProcess();
      await until(() => server.idling === 1);
      desk.deliver(server, 'After the restart');
      await until(async () => (await countMails(mailbox)) === 1);
    });

    it('ends on shutdown, and another process continues immediately', async () => {
      const { server, mailbox } = await connect();
      const first = startProcess();
      await until(() => server.idling === 1);
      await first.stop();
      await until(() => server.idling === 0);
      desk.deliver(server, 'During the restart');
      startProcess();
      await until(async () => (await countMails(mailbox)) === 1);
    });

    it('stores every mail once when the import is stopped repeatedly', async () => {
      const { server, mailbox } = await connect({ import_since: '2020-01-01T00:00:00Z' });
      for (let count = 1; count <= 60; count += 1) desk.deliver(server, `Mail ${count}`);
      server.script.onCommand = () => pause(2).then(() => undefined);
      for (let round = 0; (await countMails(mailbox)) < 60; round += 1) {
        const runner = startProcess();
        await pause(20 + 11 * round);
        await runner.stop();
      }
      await check(mailbox);
      assert.equal(await countMails(mailbox), 60);
    });

    it('stores every mail once when two processes import at the same time, as after a lost lease', async () => {
      const { server, mailbox } = await connect({ import_since: '2020-01-01T00:00:00Z', after_import: 'seen' });
      for (let count = 1; count <= 30; count += 1) desk.deliver(server, `Mail ${count}`, { size: 300_000 });
      await Promise.all([check(mailbox), check(mailbox)]);
      await check(mailbox);
      assert.equal(await countMails(mailbox), 30);
      assert.ok(readInbox(server).every(({ flags }) => flags.has('\\Seen')));
    });
  });
});
