import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Tag, Ticket } from '#contract';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import type { JobProgress } from '../jobs/handler.ts';
import { createLog } from '../log.ts';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  const call = <T>(method: string, path: string, body?: object) =>
    api().call<T>(method, path, { as: 'admin', ...(body && { body }) });
  const createTickets = async (count: number, tag: string): Promise<Ticket[]> => {
    const tickets: Ticket[] = [];
    for (let n = 0; n < count; n++)
      tickets.push((await call<Ticket>('POST', '/v1/tickets', { subject: 'Late parcel', tags: [tag] })).body);
    return tickets;
  };
  const find = async (tag: string) => (await call<Ticket[]>('GET', `/v1/tickets?tag=${tag}&per_page=100`)).body;
  const merge = (tag: string, into: string) => call<Tag>('PUT', `/v1/tags/${tag}/merge`, { into });
  const readTag = async (tag: string) => (await call<Tag>('GET', `/v1/tags/${tag}`)).body;
  const deleteJobs = () => api().database.transaction(writes => writes.deleteFrom('jobs').execute());

  const getHandler = () => {
    const handler = api().handlers.find(({ kind }) => kind === 'replace_tag');
    assert.ok(handler);
    return handler;
  };

  /** Runs the job once. `onProgress` is called after each transaction. */
  const run = (
    tag: string,
    onProgress: (progress: JobProgress) => Promise<void>,
    signal = new AbortController().signal,
    write = (_line: string) => {},
  ) => {
    const job = { id: '1', kind: 'replace_tag', key: tag, payload: { tag }, attempt: 1, progress: null } as const;
    const log = createLog('warn', { destination: { write } });
    const context = { database: api().database, clock: api().clock.now, log, signal };
    return getHandler().run(job, { ...context, setProgress: onProgress });
  };

  afterEach(async () => assert.deepEqual((await runChecks(api().database, checks)).findings, []));

  describe('the job of a merge', () => {
    it('continues after it was aborted between two transactions, and changes each ticket once', async () => {
      await createTickets(30, 'cut');
      await merge('cut', 'whole');
      await deleteJobs();
      const shutdown = new AbortController();
      const aborted = run('cut', async ({ done }) => void (done >= 2 && shutdown.abort()), shutdown.signal);
      await assert.rejects(aborted, { name: 'AbortError' });
      const { tickets, removal } = await readTag('cut');
      assert.ok(tickets > 0 && tickets < 30);
      assert.deepEqual(removal, { into: 'whole', done: 30 - tickets, total: 30 });

      await getHandler().ensureJobs?.(api().database);
      await api().runJobs();
      const changed = await find('whole');
      assert.deepEqual(new Set(changed.map(({ version }) => version)), new Set([2]));
      assert.deepEqual([changed.length, (await find('cut')).length], [30, 0]);
    });

    it('is not enqueued again while it is queued', async () => {
      await createTickets(1, 'waits');
      await merge('waits', 'stays');
      await getHandler().ensureJobs?.(api().database);
      const jobs = await api().database.read.selectFrom('jobs').select('version').where('key', '=', 'waits').execute();
      assert.deepEqual(jobs, [{ version: 1 }]);
      await api().runJobs();
    });

    it('changes tickets that get the tag while the job runs, even tickets that it has passed', async () => {
      const [first] = await createTickets(3, 'late');
      await merge('late', 'early');
      await deleteJobs();
      let meanwhile: Promise<unknown> | undefined;
      const running = run('late', () => {
        meanwhile ??= Promise.all([call('PATCH', first?.url ?? '', { tags: ['late', 'x'] }), createTickets(1, 'late')]);
        return meanwhile.then(() => {});
      });
      await assert.rejects(running, { name: 'Error', message: 'The job is postponed.' });
      await getHandler().ensureJobs?.(api().database);
      await api().runJobs();
      assert.deepEqual([(await find('early')).length, (await find('late')).length], [4, 0]);
      assert.equal((await call('GET', '/v1/tags/late')).status, 410);
    });

    it('loses no change when it runs concurrently with edits and another merge into the same tag', async () => {
      const [left, right] = [await createTickets(20, 'left'), await createTickets(20, 'right')];
      await Promise.all([merge('left', 'middle'), merge('right', 'middle')]);
      await deleteJobs();
      const edits = [...left, ...right].map(({ url }) => call('PATCH', url, { priority: 'high' }));
      await Promise.all([run('left', async () => {}), run('right', async () => {}), ...edits]);
      const changed = await find('middle');
      assert.equal(changed.length, 40);
      for (const { priority, version } of changed) assert.deepEqual([priority, version], ['high', 3]);
      await getHandler().ensureJobs?.(api().database);
      await api().runJobs();
    });

    it('finishes a removal whose ticket count is incorrect, and logs a warning', async () => {
      for (const [tag, incorrect] of [
        ['more', 3],
        ['less', -2],
      ] as const) {
        await createTickets(1, tag);
        await merge(tag, 'right');
        await api().database.transaction(writes =>
          writes.updateTable('tags').set({ tickets: incorrect }).where('id', '=', tag).execute(),
        );
        await deleteJobs();
        const logged: string[] = [];
        const runAndLog = () =>
          run(
            tag,
            async () => {},
            undefined,
            line => void logged.push(line),
          );
        await assert.rejects(runAndLog, { message: 'The job is postponed.' });
        await runAndLog();
        assert.match(logged.join(), new RegExp(`"tag":"${tag}","counted":${incorrect - 1},"tickets":0`));
        assert.equal((await call('GET', `/v1/tags/${tag}`)).status, 410);
      }
    });

    it('finishes a removal whose tickets were deleted meanwhile', async () => {
      const [ticket] = await createTickets(1, 'empty');
      await merge('empty', 'full');
      await call('DELETE', ticket?.url ?? '');
      await api().runJobs();
      assert.deepEqual([(await call('GET', '/v1/tags/empty')).status, (await find('full')).length], [410, 0]);
    });
  });
});
