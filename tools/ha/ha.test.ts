import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { outageAdvice } from '../../api/database/outage.ts';
import { addOneAdministrator } from '../../api/testing/administrators.ts';
import { startApiProcess } from '../../api/testing/api-process.ts';
import { createTestDesk } from '../workloads/test-desk.ts';
import { isFault } from './desk.ts';
import { fillTemplate } from './fill-template.ts';
import { formatResults } from './format-results.ts';
import { measureRound, type RoundResult } from './measure-round.ts';
import { listTree } from './process-tree.ts';
import { createObservation, createSteadyWriter } from './steady-writer.ts';
import { findGaps } from './stream-watch.ts';
import { listPeriods } from './watch-readiness.ts';

describe('the measurements of a round', () => {
  const observation = createObservation();
  // Two writers: the times are not in order. The five seconds without a write before the event do not count.
  observation.acknowledgedAt.push(0, 5000, 5100, 9000, 5050, 9100);
  const readiness = {
    firstNotReady: () => 5500,
    firstAllReady: () => 8500,
    longestNotReadyAgain: () => 1200,
    allReadySince: () => 9000,
    stop: async () => {},
  };
  const stream = {
    firstEventAfter: (time: number) => time + 250,
    firstNotificationAfter: (time: number) => time + 1500,
    verify: async () => {},
    stop: async () => {},
  };
  const times = { startedAt: 5060, recoveredAt: 8060, acknowledged: 6, lost: 0, duplicateMails: 1 };
  const result = measureRound('failover', { ...times, observation, readiness, stream });

  it('start at the event, and include the longest time without an acknowledged write', () => {
    const { silence, newPrimary, notReady, ready, notReadyAgain, streamGap, jobGap } = result;
    assert.deepEqual(
      [silence, newPrimary, notReady, ready, notReadyAgain, streamGap, jobGap],
      [3.9, 3, 0.44, 0.44, 1.2, 0.25, 1.5],
    );
  });

  it('are formatted as median and worst, with a dash for a state that did not occur', () => {
    const round = (silence: number): RoundResult => ({ ...result, silence, notReady: null, otherStatuses: { 502: 1 } });

    const cells = (formatResults('haproxy', [round(3), round(1), round(2)]).split('\n')[1] ?? '').split(/ {2,}/);
    assert.deepEqual(cells.slice(1, 7), ['3', '18', '0', '2 / 3 s', '3 / 3 s', '–']);
    assert.deepEqual(cells.slice(-2), ['3 × 502', '3']);
  });
});

it('listPeriods finds the periods in which all processes are ready, and those in which one is not', () => {
  const change = (at: number, isReady: boolean) => ({ at, isReady });
  assert.deepEqual(listPeriods([[change(1, true), change(5, false), change(8, true)], [change(2, true)]]), [
    { start: 1, areReady: false },
    { start: 2, areReady: true },
    { start: 5, areReady: false },
    { start: 8, areReady: true },
  ]);
});

it('findGaps describes the first missing or repeated event, except for events skipped by a reset', () => {
  const logged = ['3', '4', '6', '7'];
  for (const received of [logged, ['3', 'reset', '7'], ['reset', '6', '7']])
    assert.deepEqual(findGaps(received, logged), []);
  for (const [received, gap] of [
    [['3', '6', '7'], 'event 6 arrived on the stream, not 4'],
    [['3', '4', '4', '6', '7'], 'event 4 arrived on the stream, not 6'],
    [['3', '4', '6'], 'event 7 did not arrive on the stream'],
  ] as const)
    assert.deepEqual(findGaps(received, logged), [gap]);
});

it('isFault finds output that is not a log entry, and errors without an outage as their cause', () => {
  const message = 'server login has been failing';
  const lines: [line: object | string, expected: boolean][] = [
    ['a stack trace', true],
    [{ level: 40, msg: 'failed to read the keys' }, false],
    [{ level: 50, msg: 'failed to read the keys', err: { message: 'no such column', code: '42703' } }, true],
    [{ level: 50, msg: 'failed to read the keys', err: { message, code: '08P01' } }, false],
    [{ level: 50, msg: 'request failed', res: { status: 503 } }, false],
    [{ level: 50, msg: outageAdvice.unavailable }, false],
  ];
  for (const [line, expected] of lines)
    assert.equal(isFault(typeof line === 'string' ? line : JSON.stringify(line)), expected, JSON.stringify(line));
});

it('fillTemplate fills in a file of deploy/, and its error names a variable without a value', async () => {
  const values = { PGBOUNCER_ADDRESS: '127.0.0.1', PGBOUNCER_PORT: 1, PGBOUNCER_AUTH_FILE: 'f', HAPROXY_ADDRESS: 'h' };
  const all = { ...values, HAPROXY_PORT: 2, PGBOUNCER_POOL_SIZE: 4 };
  assert.match(await fillTemplate('pgbouncer.ini', all), /^stardesk = host=h port=2 dbname=stardesk$/m);
  await assert.rejects(fillTemplate('pgbouncer.ini', values), /deploy\/pgbouncer\.ini has the variable HAPROXY_PORT/);
});

it('listTree includes the children of child processes', async () => {
  const child = spawn('sh', ['-c', 'sh -c "echo \\$\\$; read line; :"; :'], { stdio: 'pipe' });
  const [grandchild] = await once(child.stdout, 'data');
  assert.deepEqual(listTree(child.pid ?? 0), [child.pid, Number(grandchild)]);
  child.stdin.end();
  await once(child, 'exit');
});

it('a steady writer reports a lost ticket, and a ticket that was created twice, even in an earlier round', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-ha-test-'));
  const token = await addOneAdministrator({ dataDir });
  const api = await startApiProcess({ DATA_DIR: dataDir, SAMPLE_DATA: 'false' });
  try {
    const desk = createTestDesk(api);
    const send = desk.as(token);
    const { body: person } = await send('GET', '/v1/people/me');
    const writer = createSteadyWriter(token, 'steady', String(person['id']));
    const observation = createObservation();
    await writer.write(desk, observation, () => observation.acknowledgedAt.length === 3);
    assert.deepEqual(await writer.verifyRound(desk), { acknowledged: 3, lost: 0 });
    const { rows } = await send('GET', '/v1/tickets?fields=id,subject');
    const { id, subject } = rows[0] ?? {};
    await send('POST', '/v1/tickets', { subject });
    await send('DELETE', `/v1/tickets/${id}`);
    assert.deepEqual(await writer.verifyRound(desk, true), { acknowledged: 3, lost: 1 });
    await assert.rejects(writer.verifyRound(desk), new RegExp(`"${subject}" was acknowledged as ${id} but is missing`));
    await send('POST', '/v1/tickets', { subject: rows[1]?.['subject'] });
    await writer.write(desk, observation, () => observation.acknowledgedAt.length === 4);
    assert.deepEqual(await writer.verifyRound(desk), { acknowledged: 1, lost: 0 });
    await assert.rejects(writer.verifyRun(desk), /was created twice/);
  } finally {
    await api.stop('SIGKILL');
    await rm(dataDir, { recursive: true });
  }
});
