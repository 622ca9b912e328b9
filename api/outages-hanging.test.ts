import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ApiProcess } from './testing/api-process.ts';
import { type ApiBehindGate, startBehindGate } from './testing/behind-gate.ts';
import type { Gate } from './testing/gate.ts';
import { type Answer, asking, askUntil, expectLogged, expectOutage } from './testing/outages.ts';

/** A ticket that somebody tries to make, for as long as it takes, under one key. */
type Attempt = { key: string; subject: string };

const attempt = (): Attempt => ({ key: randomUUID(), subject: `Made ${randomUUID().slice(0, 8)}` });
const attempts = (count: number): Attempt[] => Array.from({ length: count }, attempt);

describe('a PostgreSQL that hangs: its connections stay, and nothing is answered', () => {
  let behind: ApiBehindGate;
  let token = '';
  let api: ApiProcess;
  let gate: Gate;
  let administrator: Client;
  const ask = asking(
    () => api,
    () => token,
  );
  const write = ({ key, subject }: Attempt) => ask('POST', '/v1/tickets', { subject }, key);
  const read = () => ask('GET', '/v1/tickets?q=made');
  const probe = async (path: string) => (await fetch(`${api.url}${path}`)).status;
  before(async () => {
    behind = await startBehindGate({ DATABASE_TIMEOUT_SECONDS: '2' });
    ({ token, api, gate, administrator } = behind);
  });
  after(() => behind.close('SIGKILL'));

  /** What the connections of the api are doing, at the server. */
  const activity = async () => {
    const { rows } = await administrator.query<{ pid: number; state: string; wait_event_type: string | null }>(
      `select pid, state, wait_event_type from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    return rows;
  };
  const until = async (holds: (rows: Awaited<ReturnType<typeof activity>>) => boolean) => {
    while (!holds(await activity())) await wait(10);
  };
  /** Whoever was refused tries again, until it is known whether it was made before; once it was, whenever that was. */
  const expectMadeOnce = async (made: readonly Attempt[]) => {
    await Promise.all(made.map(each => askUntil(() => write(each), 201)));
    const subjects = made.map(({ subject }) => subject).sort();
    const { rows } = await administrator.query<{ subject: string }>(
      'select subject from tickets where subject = any($1) order by subject collate "C"',
      [subjects],
    );
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      subjects,
    );
  };

  it('503 for everything, while probes are answered; nobody gets a connection that owes an answer; all goes on', async () => {
    await Promise.all([...attempts(6).map(write), read(), read()]);
    const before = (await activity()).map(({ pid }) => pid);
    gate.hold();
    const hung = attempts(6);
    let answered = 0;
    const asked = [...hung.map(write), ...Array.from({ length: 8 }, read)].map(async asking => {
      const answer = await asking;
      answered++;
      return answer;
    });
    assert.equal(await probe('/healthz'), 200);
    assert.equal(answered, 0, 'health is not told after what hangs');
    assert.equal(await probe('/readyz'), 503);
    for (const answer of await Promise.all(asked)) expectOutage(answer);
    await expectLogged(api, /^a PostgreSQL statement took longer than/);
    gate.letGo();
    await expectMadeOnce(hung);
    await askUntil(read, 200);
    assert.equal(await probe('/readyz'), 200);
    await until(rows => rows.every(({ pid }) => !before.includes(pid)));
  });

  it('what was being written when it began is wholly there or not at all', async () => {
    const made: Attempt[] = [];
    const refused: Attempt[] = [];
    const enough = Promise.withResolvers<void>();
    let isHeld = false;
    const writer = async () => {
      for (;;) {
        const each = attempt();
        let answer: Answer;
        do answer = await write(each);
        while (answer.status !== 201 && !isHeld);
        if (answer.status !== 201) return void refused.push(each);
        made.push(each);
        if (made.length === 20) enough.resolve();
      }
    };
    const writing = Promise.all(Array.from({ length: 8 }, writer));
    await enough.promise;
    isHeld = true;
    gate.hold();
    await writing;
    // What was sent by then arrives late, the word to commit for one.
    gate.letGo();
    await expectMadeOnce([...made, ...refused]);
    assert.equal(refused.length, 8);
  });

  it('what was left in the middle holds nobody up, though the server is never told', async () => {
    await askUntil(() => write(attempt()), 201);
    const middle = attempt();
    await administrator.query("begin; select value from counters where name = 'event.id' for update");
    const asked = write(middle);
    await until(rows => rows.some(({ wait_event_type }) => wait_event_type === 'Lock'));
    gate.hold();
    await administrator.query('commit');
    await until(rows => rows.some(({ state }) => state === 'idle in transaction'));
    expectOutage(await asked);
    gate.lose();
    await expectMadeOnce([attempt(), middle]);
  });
});
