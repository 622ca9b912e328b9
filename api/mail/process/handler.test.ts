import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { pino } from 'pino';
import { type MailState, mailReasons, mailStates } from '#contract/enums';
import { decodeEnum } from '../../database/column-encoding.ts';
import type { Database } from '../../database/database.ts';
import { deleteOldRawMails } from '../../database/mails.ts';
import { MissingFileError } from '../../files/driver.ts';
import { setLocation } from '../../files/files.ts';
import { createRequestContext } from '../../http/request-context.ts';
import { type Handler, type JobContext, PostponedError } from '../../jobs/handler.ts';
import { createJobStore } from '../../jobs/job-store.ts';
import { startRunner } from '../../jobs/runner.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { forEachEngine } from '../../testing/engines.ts';
import { testSecretKeys } from '../../testing/secret-keys.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createMailParser } from '../parse/mail-parser.ts';
import { type CorpusDesk, createCorpusDesk } from '../testing/corpus-desk.ts';
import { createProcessMail } from './handler.ts';

let mails = 0;

const createMail = (subject: string): Buffer => {
  const sender = `customer-${++mails}@shop.example`;
  return Buffer.from(`From: ${sender}\r\nMessage-ID: <${mails}@shop.example>\r\nSubject: ${subject}\r\n\r\nHello\r\n`);
};

forEachEngine((database, openAgain, environment) => {
  const parser = createMailParser();
  const clock = createTestClock();
  let desk: CorpusDesk;
  let mailboxId: string;
  before(async () => {
    const secrets = createSecrets(testSecretKeys);
    desk = await createCorpusDesk({
      database: database(),
      dataDir: environment().DATA_DIR,
      secrets,
      parser,
      now: clock.now,
    });
    mailboxId = desk.mailboxes.support.id;
  });
  after(() => parser.close());
  beforeEach(() => desk.process());

  const receive = async (...subjects: string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const subject of subjects) ids.push((await desk.receive(createMail(subject), 'support')).mail.id);
    return ids;
  };
  const readStates = async (ids: readonly string[]): Promise<MailState[]> => {
    const rows = await database()
      .read.selectFrom('mails')
      .select(['id', 'state'])
      .where('id', 'in', ids)
      .orderBy('n')
      .execute();
    return rows.map(({ state }) => decodeEnum(mailStates, state));
  };
  /** Runs an attempt of the job, outside of the runner. */
  const run = ({ run: work }: Handler, attempt = 1, on: Database = database()) => {
    const job = {
      id: '1',
      kind: 'process_mail',
      key: mailboxId,
      payload: { mailbox_id: mailboxId },
      attempt,
      progress: null,
    } as const;
    const context: JobContext = {
      ...{ database: on, clock: clock.now, log: pino({ level: 'silent' }), setProgress: async () => {} },
      signal: new AbortController().signal,
    };
    return work(job, context);
  };
  /** Creates a handler whose transaction throws this error for the mail with this id. */
  const createFailing = (id: () => string, error: Error): Handler =>
    createProcessMail({
      mails: desk.stores.mails,
      files: desk.stores.files,
      parser,
      async process(writes, mailId, content, now) {
        await desk.processor(writes, mailId, content, now);
        if (mailId === id() && content.failure === null) throw error;
      },
    });

  describe('the handler of a mailbox', () => {
    it('processes mails in the order of their arrival', async () => {
      const ids = await receive('first', 'second', 'third');
      await desk.process();
      const rows = await database()
        .read.selectFrom('tickets')
        .innerJoin('mails', 'mails.ticket_id', 'tickets.id')
        .select('tickets.subject')
        .where('mails.id', 'in', ids)
        .orderBy('tickets.n')
        .execute();
      assert.deepEqual(
        rows.map(({ subject }) => subject),
        ['first', 'second', 'third'],
      );
    });

    it('does not wait for a slow mail of another mailbox', async () => {
      const { mail: slow } = await desk.receive(createMail('slow'), 'support');
      const { mail: quick } = await desk.receive(createMail('quick'), 'sales');
      const processed = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      const outcomes: string[] = [];
      const handler = createProcessMail({
        mails: desk.stores.mails,
        files: desk.stores.files,
        parser: {
          ...parser,
          async parse(size, chunks) {
            const mail = await parser.parse(size, chunks);
            if (mail.subject === 'slow') await processed.promise;
            return mail;
          },
        },
        async process(writes, mailId, content, now) {
          await desk.processor(writes, mailId, content, now);
          if (mailId === quick.id) processed.resolve();
        },
      });
      const runner = startRunner({
        ...{
          database: database(),
          store: createJobStore(database(), clock.now),
          handlers: [handler],
          clock: clock.now,
        },
        ...{ context: createRequestContext(), log: pino({ level: 'silent' }) },
        metrics: { observeOutcome: (_kind, outcome) => outcomes.push(outcome) === 2 && ended.resolve() },
      });
      await ended.promise;
      await runner.stop();
      assert.deepEqual(outcomes, ['finished', 'finished']);
      assert.deepEqual(await readStates([slow.id, quick.id]), ['processed', 'processed']);
    });

    it('fails a mail at its third attempt, and then processes the next mail', async () => {
      const ids = await receive('poisoned', 'next');
      const failing = createFailing(() => ids[0] ?? '', new Error('a fault'));
      for (const attempt of [1, 2]) {
        await assert.rejects(run(failing, attempt), /a fault/);
        assert.deepEqual(await readStates(ids), ['received', 'received']);
      }
      await run(failing, 3);
      assert.deepEqual(await readStates(ids), ['failed', 'received']);
      await run(failing);
      assert.deepEqual(await readStates(ids), ['failed', 'processed']);
    });

    it('makes three attempts at a mail that follows a mail with two failures', async () => {
      const ids = await receive('recovers', 'poisoned');
      const first = createFailing(() => ids[0] ?? '', new Error('a fault'));
      const second = createFailing(() => ids[1] ?? '', new Error('a fault'));
      for (const attempt of [1, 2]) await assert.rejects(run(first, attempt));
      for (const attempt of [3, 4]) {
        await assert.rejects(run(second, attempt));
        assert.deepEqual(await readStates(ids), ['processed', 'received']);
      }
      await run(second, 5);
      assert.deepEqual(await readStates(ids), ['processed', 'failed']);
    });

    it('fails a mail whose original was not in the backup that was restored, and processes the next mail', async () => {
      const [omitted, lost, next] = [
        await desk.receive(createMail('omitted'), 'support'),
        await desk.receive(createMail('lost'), 'support'),
        await desk.receive(createMail('next'), 'support'),
      ].map(({ mail }) => mail);
      await database().transaction(async writes => {
        await setLocation(writes, omitted?.sha256 ?? '', 'none');
        await writes
          .deleteFrom('stored_files')
          .where('sha256', '=', lost?.sha256 ?? '')
          .execute();
      });
      const [handler] = desk.handlers;
      assert.ok(handler);
      await run(handler);
      // Missing bytes may be restored later.
      for (const attempt of [1, 2]) await assert.rejects(run(handler, attempt), MissingFileError);
      await run(handler, 3);
      await run(handler);
      const rows = await database()
        .read.selectFrom('mails')
        .select(['state', 'reason'])
        .where('id', 'in', [omitted?.id ?? '', lost?.id ?? '', next?.id ?? ''])
        .orderBy('n')
        .execute();
      assert.deepEqual(
        rows.map(({ state, reason }) => [decodeEnum(mailStates, state), reason && decodeEnum(mailReasons, reason)]),
        [
          ['failed', 'original_missing'],
          ['failed', 'original_missing'],
          ['processed', null],
        ],
      );
    });

    it('fails a mail if the process ends during each attempt', async () => {
      const ids = await receive('crash', 'next');
      // The first attempt is not counted. In the next two, the process ended after the attempt was counted.
      for (let crashes = 0; crashes < 2; crashes++)
        await database().transaction(writes => desk.stores.mails.countAttempt(writes, ids[0] ?? ''));
      const [handler] = desk.handlers;
      assert.ok(handler);
      await run(handler, 5);
      assert.deepEqual(await readStates(ids), ['failed', 'received']);
    });

    it('postpones the job during a database outage, and leaves the mail unprocessed', async () => {
      const ids = await receive('unlucky');
      const outage = Object.assign(new Error('no server'), { code: 'ECONNREFUSED' });
      await assert.rejects(
        run(
          createFailing(() => ids[0] ?? '', outage),
          9,
        ),
        PostponedError,
      );
      assert.deepEqual(await readStates(ids), ['received']);
    });

    it('processes each mail once when two processes run the job', async () => {
      const ids = await receive(...Array.from({ length: 12 }, (_, index) => `twice ${index}`));
      const other = openAgain();
      const [handler] = desk.handlers;
      if (handler === undefined) throw new Error('There is no handler.');
      await Promise.all([run(handler), run(handler, 1, other)]);
      await other.close();
      const messages = await database()
        .read.selectFrom('messages')
        .select('mail_id')
        .where('mail_id', 'in', ids)
        .execute();
      assert.deepEqual(messages.map(({ mail_id }) => mail_id).sort(), [...ids].sort());
    });

    it('gets its job again, once, after the job was discarded', async () => {
      const ids = await receive('first', 'second');
      const { read, transaction } = database();
      await transaction(writes => writes.deleteFrom('jobs').execute());
      for (const _ of ['creates the job', 'changes nothing']) {
        await desk.handlers[0]?.ensureJobs?.(database());
        const jobs = await read.selectFrom('jobs').select(['kind', 'key', 'version']).execute();
        assert.deepEqual(jobs, [{ kind: 'process_mail', key: mailboxId, version: 1 }]);
      }
      await desk.process();
      assert.deepEqual(await readStates(ids), ['processed', 'processed']);
    });

    it('does nothing for a mail that was deleted meanwhile', async () => {
      const [id = ''] = await receive('deleted');
      await database().transaction(writes => writes.deleteFrom('mails').where('id', '=', id).execute());
      await desk.process();
      assert.deepEqual(await readStates([id]), []);
    });

    it('holds mail of a mailbox that was deleted', async () => {
      const { mail } = await desk.receive(createMail('late'), 'sales');
      await database().transaction(writes =>
        writes.deleteFrom('mailboxes').where('id', '=', mail.mailbox_id).execute(),
      );
      await desk.process();
      assert.deepEqual(await readStates([mail.id]), ['held']);
    });
  });

  describe('the bytes of a mail', () => {
    it('are deleted after their retention, unless the mail is held or failed; a late copy is recognized', async () => {
      const raw = createMail('old');
      const { mail } = await desk.receive(raw, 'support');
      const { mail: held } = await desk.receive(Buffer.from('Subject: no sender\r\n\r\nHello'), 'support');
      await desk.process();
      const [failed = ''] = await receive('unprocessable');
      const failing = createFailing(() => failed, new Error('a fault'));
      for (const attempt of [1, 2]) await assert.rejects(run(failing, attempt));
      await run(failing, 3);
      assert.deepEqual(await readStates([failed]), ['failed']);
      clock.advance(60_000);
      await deleteOldRawMails(database(), clock.now());
      const rows = await database()
        .read.selectFrom('mails')
        .select(['id', 'file_id'])
        .where('id', 'in', [mail.id, held.id, failed])
        .execute();
      assert.deepEqual(
        rows.map(({ id, file_id }) => [id, file_id !== null]).sort(),
        [
          [mail.id, false],
          [held.id, true],
          [failed, true],
        ].sort(),
      );
      assert.equal((await desk.receive(raw, 'support')).isNew, false);
    });
  });
});
