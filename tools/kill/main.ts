import { Command, Option } from 'commander';
import { formatTable } from '../../api/command-line.ts';
import { type FileDriverName, type FileLocation, fileDrivers } from '../../api/files/driver.ts';
import { createProgressReporter, formatSeconds } from '../../api/progress.ts';
import { createIntegerArgumentParser } from '../integer-argument.ts';
import { type ImportTally, importMails } from './imap/import-mails.ts';
import { type JobTally, runJobRounds } from './jobs/kill-jobs.ts';
import { openKillStore } from './kill-store.ts';
import { type KillTarget, runRounds, type Tally } from './rounds.ts';

// Exits on Ctrl-C, so that exit handlers remove the store and kill the API.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

// Kills server processes by PID, so the PostgreSQL server must be local.
delete process.env['TEST_POSTGRES_URL'];

const maxRounds = 100_000;
const maxSeed = 2 ** 32 - 1;

type Options = {
  rounds?: number;
  postgres?: true;
  files?: FileDriverName;
  jobs?: true;
  imap?: true;
  mails: number;
  seed: number;
  json?: true;
};

const targets: Record<'sqlite' | 'postgres', readonly KillTarget[]> = {
  sqlite: ['the API', 'the API', 'the API', 'the API at its start'],
  postgres: ['the API', 'the API', 'PostgreSQL connections', 'a PostgreSQL process', 'the API at its start'],
};

const defaultRounds = { sqlite: 200, postgres: 30 };

const defaultJobRounds = 200;

const kill = new Command('kill')
  .description(
    'Kills the API at random moments under concurrent writes to separate and shared resources, sign-ins, refreshes, ' +
      'revocations and password changes. Restarts it and verifies every acknowledged write: by GET, search, tokens, ' +
      'passwords, the change log, repeated Idempotency-Keys and "desk check". ' +
      'On PostgreSQL it also kills connections and a process of the server. ' +
      'At the end it verifies every write of all rounds again. ' +
      'Exits with 1 after the first round with a difference, or if no write was acknowledged.',
  )
  .option(
    '--rounds <n>',
    `number of rounds (default: ${defaultRounds.sqlite}, on PostgreSQL ${defaultRounds.postgres})`,
    createIntegerArgumentParser(1, maxRounds),
  )
  .option(
    '--jobs',
    'instead, kill a process that enqueues and runs background jobs; check that no job is lost and no effect is repeated',
  )
  .option(
    '--imap',
    'instead, import mails from Dovecot while it and the API are killed; check that each mail arrives once; measure ticket lists',
  )
  .option('--mails <n>', 'number of mails with --imap', createIntegerArgumentParser(1, 1_000_000), 100_000)
  .option('--postgres', 'use a temporary PostgreSQL server instead of SQLite')
  .addOption(
    new Option('--files <driver>', 'where files are stored (default: disk; on PostgreSQL: database)').choices(
      fileDrivers,
    ),
  )
  .option(
    '--seed <n>',
    'seed of the writes and the kill times',
    createIntegerArgumentParser(0, maxSeed),
    Date.now() % maxSeed,
  )
  .option('--json', 'print JSON')
  .action(async ({ postgres, files, jobs, imap, mails, seed, json, ...options }: Options) => {
    const engine = postgres ? 'postgres' : 'sqlite';
    const { rounds = jobs ? defaultJobRounds : defaultRounds[engine] } = options;
    const start = performance.now();
    const elapsedSeconds = () => (performance.now() - start) / 1000;
    const report = json ? () => {} : createProgressReporter(process.stderr, imap ? 'mails' : 'rounds', elapsedSeconds);
    if (imap) {
      const tally = await importMails({ mails, onProgress: done => report({ done, total: mails }) });
      console.log(json ? JSON.stringify(tally, null, 2) : formatImport(tally));
      return;
    }
    if (!json) console.error(`Seed ${seed}`);
    if (jobs) {
      const onRound = (done: number) => report({ done, total: rounds });
      const tally = await runJobRounds({ engine, rounds, seed, onRound });
      console.log(json ? JSON.stringify({ engine, seed, ...tally }, null, 2) : formatJobs(engine, seed, tally));
      return;
    }
    const store = await openKillStore(engine, files);
    try {
      const onRound = (tally: Tally) => {
        report({ done: tally.rounds, total: rounds });
        if (!json && tally.rounds === rounds) console.error('Verifying every write of all rounds again');
      };
      const tally = await runRounds(store, { rounds, seed, targets: targets[engine], onRound });
      const stored = await store.countFiles();
      const seconds = elapsedSeconds();
      console.log(
        json
          ? JSON.stringify({ engine, seed, seconds, ...tally, stored }, null, 2)
          : formatSummary(engine, seed, seconds, { ...tally, stored }),
      );
    } finally {
      await store.remove();
    }
  });

const formatJobs = (engine: string, seed: number, { rounds, requests, killedJobs }: JobTally): string =>
  `${rounds} rounds on ${engine}, seed ${seed}: ${requests} requests had their effect once; kills interrupted ${killedJobs} jobs.`;

type Summary = Tally & { stored: Partial<Record<FileLocation, number>> };

const formatImport = ({ mails, seconds, disturbances, memory, during, after }: ImportTally): string => {
  const formatLatency = ({ p50, p99 }: ImportTally['during']) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  const rows = [
    ...Object.entries(disturbances).map(([what, times]) => [what, String(times)]),
    ['mails per second', (mails / seconds).toFixed(0)],
    ['largest memory of the API', `${memory.toFixed(0)} MiB`],
    ['list of tickets during the import', formatLatency(during)],
    ['list of tickets after the import', formatLatency(after)],
    ['p99 during the import / after it', (during.p99 / after.p99).toFixed(2)],
  ];
  return formatTable([`${mails} mails, each imported once`, formatSeconds(seconds)], rows).join('\n');
};

const formatSummary = (engine: string, seed: number, seconds: number, tally: Summary): string => {
  const rows = [
    ...Object.entries(tally.kills).map(([what, times]) => [`killed: ${what}`, times]),
    ['writes acknowledged, all present afterwards', tally.acknowledged],
    ...Object.entries(tally.stored).map(([where, files]) => [`files stored: ${where}`, files]),
    ['desk checks without findings', tally.rounds],
  ].map(([what, times]) => [String(what), String(times)]);
  return formatTable([`${tally.rounds} rounds on ${engine}, seed ${seed}`, formatSeconds(seconds)], rows).join('\n');
};

try {
  await kill.parseAsync();
} catch (error) {
  for (let each: unknown = error; each instanceof Error; each = each.cause) console.error(each.message);
  process.exitCode = 1;
}
process.exit();
