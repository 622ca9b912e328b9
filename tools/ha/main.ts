import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { createProgressReporter } from '../../api/progress.ts';
import { createIntegerArgumentParser } from '../integer-argument.ts';
import { runApiTests, type TestServer } from './api-tests.ts';
import { type Cluster, type DatabaseRoute, startCluster } from './cluster.ts';
import { type HaDesk, startDesk } from './desk.ts';
import { type DisturbanceName, disturbances } from './disturbances.ts';
import { formatResults, formatRound } from './format-results.ts';
import { measureConnections } from './measure-connections.ts';
import type { RoundResult } from './measure-round.ts';
import { runRounds } from './rounds.ts';
import { runNode } from './run-node.ts';

// Exits on Ctrl-C, so that exit handlers kill the programs.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const maxRounds = 1000;
const maxSeed = 2 ** 32 - 1;

/** Timeout of a run. */
const maxMinutes = 30;

const routes: readonly DatabaseRoute[] = ['haproxy', 'pgbouncer', 'hosts'];

const otherCases = Object.keys(disturbances).filter(name => !['failover', 'switchover', 'asynchronous'].includes(name));

/** The options of the runs that cover every case. PgBouncer connects through HAProxy, so its run can lose either. */
const allRuns: readonly (readonly string[])[] = [
  ...routes.flatMap(by => [
    ['--failovers', '20', '--by', by],
    ['--switchovers', '20', '--by', by],
  ]),
  ['--by', 'pgbouncer', '--case', ...otherCases],
  ['--case', ...Array<DisturbanceName>(5).fill('asynchronous')],
];

type Options = {
  failovers: number;
  switchovers: number;
  case?: DisturbanceName[];
  apiTests?: TestServer;
  connections?: true;
  by: DatabaseRoute;
  seed: number;
  keep?: true;
  json?: true;
};

const ha = new Command('ha')
  .description(
    'Starts a real PostgreSQL cluster (Patroni, etcd, HAProxy, PgBouncer) from the files in deploy/, two api ' +
      'processes and a bff. Makes the primary fail under the workloads of "npm run kill", and verifies every ' +
      'acknowledged write after each round. Prints what clients observed, as median / worst. Needs Linux with apt and ' +
      'the packages of Debian 12, and Patroni of Debian 13. It unpacks them below node_modules/.cache without ' +
      'installing them, and needs neither root nor containers. Without options, it runs every case, which takes ' +
      'about two hours: 20 failovers and 20 switchovers through each route, then every other case. Only the case ' +
      '"asynchronous" may lose writes, and counts them. Exits with 1 after the first failed round.',
  )
  .option('--failovers <n>', 'rounds in which the primary is killed', createIntegerArgumentParser(0, maxRounds), 0)
  .option('--switchovers <n>', 'rounds with a planned switchover', createIntegerArgumentParser(0, maxRounds), 0)
  .addOption(new Option('--case <names...>', 'rounds of these cases').choices(Object.keys(disturbances)))
  .addOption(new Option('--by <route>', 'how the API reaches the primary').choices(routes).default('haproxy'))
  .addOption(
    new Option('--api-tests <server>', 'no rounds; runs the tests of the API on this server instead').choices([
      'postgresql-15',
      'pgbouncer',
    ]),
  )
  .option(
    '--connections',
    'no rounds; compares requests through PgBouncer with direct requests, and the time to connect with and without the check for the primary',
  )
  .option(
    '--seed <n>',
    'seed of the writes, and of the time at which each round disturbs the cluster',
    createIntegerArgumentParser(0, maxSeed),
    Date.now() % maxSeed,
  )
  .option('--keep', 'leave the cluster and the desk running afterwards, until Ctrl-C')
  .option('--json', 'print JSON')
  .action(run);

/** Runs the chosen rounds, tests or measurement. Their temporary directory remains after an error. */
async function run(options: Options): Promise<void> {
  const { failovers, switchovers, case: cases = [], apiTests, connections, keep } = options;
  const events = [
    ...Array<DisturbanceName>(failovers).fill('failover'),
    ...Array<DisturbanceName>(switchovers).fill('switchover'),
    ...cases,
  ];
  if (events.length === 0 && !keep && !apiTests && !connections) {
    process.exitCode = await runAll();
    return;
  }
  const finished: RoundResult[] = [];
  if (!keep) exitAfter(maxMinutes, () => printResults(finished, options));
  const directory = await mkdtemp(join(tmpdir(), 'stardesk-ha-'));
  chmodSync(directory, 0o755);
  if (apiTests) process.exitCode = await runApiTests(apiTests, directory);
  else if (connections) console.log(await measureConnections(directory));
  else await disturbCluster({ events, directory, finished }, options);
  if (!process.exitCode) rmSync(directory, { recursive: true });
}

/** Runs every case, each run with its own cluster and timeout. @returns the first exit status other than 0, or 0 */
const runAll = async (): Promise<number> => {
  for (const args of allRuns) {
    console.error(`ha ${args.join(' ')}`);
    const status = await runNode([import.meta.filename, ...args]);
    if (status !== 0) return status;
  }
  return 0;
};

type Rounds = { events: readonly DisturbanceName[]; directory: string; finished: RoundResult[] };

/** Starts a cluster and a desk, runs a round for each event, and prints the results, which it adds to `finished`. */
const disturbCluster = async ({ events, directory, finished }: Rounds, options: Options): Promise<void> => {
  const { by, seed, keep } = options;
  console.error(`Seed ${seed}; logs in ${directory} until the run succeeds`);
  const cluster = await startCluster(directory, events.includes('disk'));
  const desk = await startDesk(cluster.urls[by], directory);
  try {
    await runEvents({ cluster, desk, events, seed, finished });
    printResults(finished, options);
    if (keep) await waitForever(cluster, desk);
  } finally {
    await desk.stop();
    await cluster.stop();
  }
};

type Run = {
  cluster: Cluster;
  desk: HaDesk;
  events: readonly DisturbanceName[];
  seed: number;
  finished: RoundResult[];
};

/** Runs a round for each event. Adds each result to `finished`, and prints it. */
const runEvents = async ({ cluster, desk, events, seed, finished }: Run): Promise<void> => {
  const start = performance.now();
  const report = createProgressReporter(process.stderr, 'rounds', () => (performance.now() - start) / 1000);
  const onRound = (result: RoundResult): void => {
    finished.push(result);
    console.error(formatRound(result));
    report({ done: finished.length, total: events.length });
  };
  await runRounds({ cluster, desk, events, seed, onRound });
};

const printResults = (results: readonly RoundResult[], { by, seed, json }: Options): void =>
  console.log(json ? JSON.stringify({ by, seed, results }, null, 2) : formatResults(by, results));

/** Exits when a run takes too long, after printing the finished rounds. */
const exitAfter = (minutes: number, printFinished: () => void): void => {
  const exit = () => {
    printFinished();
    console.error(`The run timed out after ${minutes} minutes.`);
    process.exit(1);
  };
  setTimeout(exit, minutes * 60_000).unref();
};

/** Prints the addresses, and waits for Ctrl-C. */
const waitForever = async ({ urls, nodes }: Cluster, { bffUrl, client }: HaDesk): Promise<void> => {
  console.error(`Desk ${bffUrl}, API ${client.url}. Ctrl-C stops everything.`);
  for (const [route, url] of Object.entries(urls)) console.error(`Database through ${route}: ${url}`);
  for (const { name, patroniPort } of nodes)
    console.error(`Patroni of ${name}: http://127.0.0.1:${patroniPort}/cluster`);
  await once(process, 'exit');
};

try {
  await ha.parseAsync();
} catch (error) {
  for (let each: unknown = error; each instanceof Error; each = each.cause) console.error(each.message);
  process.exitCode = 1;
}
process.exit();
