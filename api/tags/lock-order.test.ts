import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Mailbox, Tag, Ticket } from '#contract';
import type { WriteTransaction } from '../database/database.ts';
import { forEachApi } from '../testing/api.ts';

/**
 * A deadlock needs a transaction that waits and holds a lock that another transaction needs. Each test blocks a change
 * of tags at one lock, and requires that another transaction can acquire the later locks. SQLite has one writer, so it
 * has no deadlocks.
 */
forEachApi(api => {
  const call = <T>(method: string, path: string, body?: object) =>
    api().call<T>(method, path, { as: 'admin', ...(body && { body }) });
  const createTicket = async (...tags: string[]) =>
    (await call<Ticket>('POST', '/v1/tickets', { subject: 'Late parcel', tags })).body;
  const addMailbox = async (tag: string) =>
    (
      await call<Mailbox>('POST', '/v1/mailboxes', {
        name: 'Bank',
        address: `${tag}@desk.example`,
        default_tags: [tag],
      })
    ).body;
  const merge = (tag: string, into: string) => call<Tag>('PUT', `/v1/tags/${tag}/merge`, { into });
  const lockTag = (tag: string) => (writes: WriteTransaction) =>
    writes.selectFrom('tags').select('n').where('id', '=', tag).forUpdate().execute();

  const untilBlocked = async (count: number, signal?: AbortSignal): Promise<void> => {
    const blocked = sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    while (Number((await blocked.execute(api().database.read)).rows[0]?.n) < count) {
      if (signal?.aborted) return;
      await pause(5);
    }
  };

  /** Holds a lock and starts a change. While the change waits, requires that `meanwhile` does not wait. */
  const whileBlocked = async <T>(
    lock: (writes: WriteTransaction) => Promise<unknown>,
    change: () => Promise<T>,
    meanwhile: (writes: WriteTransaction) => Promise<unknown>,
  ): Promise<T> => {
    const started = await api().database.transaction(async writes => {
      await lock(writes);
      const changing = change();
      await untilBlocked(1);
      const stop = new AbortController();
      const blocked = untilBlocked(2, stop.signal).then(() => 'blocked');
      assert.equal(await Promise.race([meanwhile(writes).then(() => 'free'), blocked]), 'free');
      stop.abort();
      return { changing };
    });
    return started.changing;
  };

  const itOnPostgres = (title: string, test: () => Promise<void>) =>
    it(title, async context => (api().database.engine === 'postgres' ? test() : context.skip('SQLite has one writer')));

  itOnPostgres('a merge that waits for a mailbox locks neither tag, so a ticket with the tags can change', async () => {
    const [{ id }] = [await addMailbox('sepa'), await createTicket('sepa')];
    const { url } = await createTicket('bank', 'sepa');
    const receiveMail = (writes: WriteTransaction) => api().stores.mailboxes.find(writes, id);
    const edit = () => call('PATCH', url, { tags: [] });
    assert.equal((await whileBlocked(receiveMail, () => merge('sepa', 'bank'), edit)).status, 200);
  });

  itOnPostgres('a merge locks both tags in the order of their names, like an edit of a ticket', async () => {
    await createTicket('order-a', 'order-z');
    const { url } = await createTicket('order-z');
    const edit = () => call('PATCH', url, { tags: [] });
    assert.equal((await whileBlocked(lockTag('order-a'), () => merge('order-z', 'order-a'), edit)).status, 200);
  });

  itOnPostgres('a merge writes the audit log last', async () => {
    await createTicket('last');
    await addMailbox('last');
    const lockCounter = (writes: WriteTransaction) =>
      writes.selectFrom('counters').select('value').where('name', '=', 'tags.changes').forUpdate().execute();
    const rename = () => call('PATCH', `/v1/people/${api().people.viewer.id}`, { name: 'Renamed' });
    assert.equal((await whileBlocked(lockCounter, () => merge('last', 'end'), rename)).status, 200);
  });

  itOnPostgres(
    'a job that waits for its tag does not lock its own row, so the same merge can enqueue it again',
    async () => {
      const { url } = await createTicket('again');
      await merge('again', 'once');
      await call('DELETE', url);
      const lockJob = (writes: WriteTransaction) =>
        writes.selectFrom('jobs').select('n').where('key', '=', 'again').forUpdate().noWait().executeTakeFirstOrThrow();
      const lockJobAlone = () => api().database.transaction(lockJob);
      await whileBlocked(lockTag('again'), () => api().runJobs(), lockJobAlone);
      assert.equal((await call('GET', '/v1/tags/again')).status, 410);
    },
  );
});
