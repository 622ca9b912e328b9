import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../api/database/database.ts';
import { seededRandom } from '../../../api/sample/random.ts';
import { openStore } from '../../../api/testing/engines.ts';
import { settleRequests } from './requests.ts';

type Options = {
  engine: Database['engine'];
  rounds: number;
  seed: number;
  /** Awaited after each kill. */
  onKilled?: (database: Database) => Promise<void>;
  onRound?: (round: number) => void;
};

/**
 * The result of a run: its rounds, the requests that had their effect, and the jobs that were running when their process
 * was killed.
 */
export type JobTally = { rounds: number; requests: number; killedJobs: number };

/** The maximum time from a process's first job until it is killed. */
const maxMilliseconds = 150;

/** The final process finishes all jobs within seconds. */
const drainMilliseconds = 300_000;

const createProcessError = (error: string) => new Error(`A job process failed.\n${error}`);

/**
 * Kills processes that enqueue and run jobs, each at a random moment. A final process finishes the jobs.
 * Throws if a request is lost, its effect is repeated, no request has its effect, or a process fails.
 */
export const runJobRounds = async ({ engine, rounds, seed, onKilled, onRound }: Options): Promise<JobTally> => {
  const random = seededRandom(seed);
  const { database, environment, remove } = await openStore(engine, true);
  let [killedJobs, requests] = [0, 0];
  try {
    for (let round = 1; round <= rounds; round++) {
      await runProcess(environment, `${seed}-${round}`, random.between(0, maxMilliseconds));
      killedJobs += await expireLeases(database);
      requests += (await settleRequests(database)).settled;
      await onKilled?.(database);
      onRound?.(round);
    }
    await runProcess(environment, '--drain', null);
    const { settled, open } = await settleRequests(database);
    requests += settled;
    if (open.length > 0) throw new Error(`${open.length} requests were lost: ${open.slice(0, 5).join(', ')}`);
    if (requests === 0) throw new Error(`In ${rounds} rounds of seed ${seed} no request had its effect.`);
    return { rounds, requests, killedJobs };
  } finally {
    await database.close();
    await remove();
  }
};

/**
 * Starts a process and kills it, or waits until it exits.
 *
 * @param argument prefix of its requests, or `--drain` to finish all jobs
 * @param milliseconds from the first job to the kill; null to wait for the exit
 */
const runProcess = async (
  { DATA_DIR, DATABASE_URL = '' }: { DATA_DIR: string; DATABASE_URL?: string },
  argument: string,
  milliseconds: number | null,
): Promise<void> => {
  const script = join(import.meta.dirname, 'job-process.ts');
  const child = spawn(process.execPath, [script, DATA_DIR, DATABASE_URL, argument], { stdio: 'pipe' });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const exited = once(child, 'exit');
  const timeout = setTimeout(() => {
    errors += `The process did not finish its jobs within ${drainMilliseconds / 60_000} minutes.`;
    child.kill('SIGKILL');
  }, drainMilliseconds);
  await Promise.race([once(child.stdout, 'data'), exited]);
  if (milliseconds !== null) {
    await pause(milliseconds);
    child.kill('SIGKILL');
  }
  const [code] = (await exited) as [number | null];
  clearTimeout(timeout);
  if (errors !== '' || (code !== 0 && code !== null)) throw createProcessError(errors);
};

/** Expires the leases of killed processes now instead of a minute later. Returns their number. */
const expireLeases = ({ transaction }: Database): Promise<number> =>
  transaction(async writes => {
    const held = await writes
      .updateTable('jobs')
      .set({ lease_until: 1 })
      .where('lease_until', '>', 0)
      .executeTakeFirst();
    return Number(held.numUpdatedRows);
  });
