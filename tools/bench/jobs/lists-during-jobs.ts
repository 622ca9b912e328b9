import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { openDatabase } from '../../../api/database/open-database.ts';
import { runDeskCli } from '../../../e2e/run-desk.ts';
import { type BenchDesk, openBenchDesk, openPostgresDesk } from '../desk.ts';
import { benchAgent } from '../generated-stores.ts';
import { percentile } from '../statistics.ts';
import { addJobs, type Engine } from './job-store.ts';

/** Milliseconds of ticket lists, and the jobs that were finished in that time. */
export type ListTimes = { p50: number; p99: number; finishedJobs: number };

const [tickets, agents, seconds, dueJobs] = [10_000, 50, 15, 10_000];

/**
 * Measures the ticket lists that agents request, once a second each. Compares an idle desk with a desk with 10,000 due
 * jobs.
 */
export const measureListsDuringJobs = async (engine: Engine): Promise<{ idle: ListTimes; busy: ListTimes }> => {
  const desk = await (engine === 'sqlite' ? openBenchDesk(tickets) : openPostgresDesk(tickets));
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = desk.environment;
  const database = openDatabase({ dataDir, databaseUrl });
  const countJobs = async () => {
    database.startRequest();
    const { count } = await database.read
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  try {
    await listForSeconds(desk, 3);
    const idle = { ...(await listForSeconds(desk, seconds)), finishedJobs: 0 };
    await addJobs(database, dueJobs, Date.now());
    const before = await countJobs();
    const times = await listForSeconds(desk, seconds);
    return { idle, busy: { ...times, finishedJobs: before - (await countJobs()) } };
  } finally {
    await database.close();
    await desk.stop();
  }
};

const paths = ['state=open&sort=-priority,created_at', 'state=closed&per_page=50', 'sort=-updated_at', 'tag=vip'];

const listForSeconds = (desk: BenchDesk, duration: number) => {
  const until = performance.now() + duration * 1000;
  return listWhile(desk, () => performance.now() < until);
};

const listWhile = async ({ url, headers }: BenchDesk, shouldContinue: () => boolean) => {
  const milliseconds: number[] = [];
  const runAgent = async (agent: number) => {
    await pause((agent / agents) * 1000);
    for (let number = agent; shouldContinue(); number++) {
      const since = performance.now();
      const { statusCode, body } = await request(`${url}/v1/tickets?${paths[number % paths.length]}`, { headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`A list returned ${statusCode}.`);
      milliseconds.push(performance.now() - since);
      await pause(1000 - (performance.now() - since));
    }
  };
  await Promise.all(Array.from({ length: agents }, (_, agent) => runAgent(agent)));
  return { p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99) };
};

/** The number of tickets of a desk in which about 100,000 tickets have the tag. */
const taggedDesk = 500_000;
const tag = 'billing';

/** A merge of a tag: its tickets and its duration in seconds. Also ticket lists before and during the merge. */
export type MergeTimes = { tickets: number; seconds: number; idle: ListTimes; busy: ListTimes };

/** Measures the same ticket lists while a tag of about 100,000 tickets is merged. */
export const measureListsDuringMerge = async (engine: Engine): Promise<MergeTimes> => {
  const desk = await (engine === 'sqlite' ? openBenchDesk(taggedDesk) : openPostgresDesk(taggedDesk));
  /** Returns null once the tag is merged. */
  const countTickets = async () => {
    const { statusCode, body } = await request(`${desk.url}/v1/tags/${tag}`, { headers: desk.headers });
    const { tickets } = (await body.json()) as { tickets: number };
    return statusCode === 410 ? null : tickets;
  };
  try {
    await runDeskCli(desk.environment, 'people', 'set-role', benchAgent.email, 'admin');
    await listForSeconds(desk, 3);
    const idle = { ...(await listForSeconds(desk, seconds)), finishedJobs: 0 };
    const tickets = (await countTickets()) ?? 0;
    const since = performance.now();
    await runDeskCli(desk.environment, 'tags', 'merge', tag, 'accounts', '--person', benchAgent.email);
    let merged = false;
    const waitForMerge = async () => {
      while ((await countTickets()) !== null) await pause(500);
      merged = true;
      return (performance.now() - since) / 1000;
    };
    const [times, duration] = await Promise.all([listWhile(desk, () => !merged), waitForMerge()]);
    return { tickets, seconds: duration, idle, busy: { ...times, finishedJobs: 1 } };
  } finally {
    await desk.stop();
  }
};
