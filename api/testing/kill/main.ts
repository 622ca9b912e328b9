import { Command, InvalidArgumentError } from 'commander';
import { table } from '../../command-line.ts';
import { duration, progressReporter } from '../../progress.ts';
import { runRounds, type Strike, type Tally } from './rounds.ts';
import { openKillStore } from './store.ts';

// A Ctrl-C ends us as an exit does, so that the store and the api go too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

// It strikes processes of the server by their numbers, which are another machine's elsewhere: the server is always its own.
delete process.env['TEST_POSTGRES_URL'];

const mostRounds = 100_000;
const largestSeed = 2 ** 32 - 1;

type Options = { rounds?: number; postgres?: true; seed: number; json?: true };

const whole =
  (least: number, most: number) =>
  (text: string): number => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };

const strikes: Record<'sqlite' | 'postgres', readonly Strike[]> = {
  sqlite: ['the api', 'the api', 'the api', 'the api at its start'],
  postgres: ['the api', 'the api', 'connections', 'the server', 'the api at its start'],
};

const usualRounds = { sqlite: 200, postgres: 30 };

const kill = new Command('kill')
  .description(
    'Kills the api at random moments while several write to it, each to things of their own and many to the same, and ' +
      'while others sign in, refresh, revoke and change passwords. Starts it again, and holds what is there against what ' +
      'it answered: by GET, by search, by tokens and passwords, by the change log, by sending again what has an ' +
      'Idempotency-Key, and by all that "desk check" looks at. ' +
      'On Postgres its connections and a process of the server are killed too. ' +
      'In the end every write of all rounds is looked at once more. ' +
      'Exits with 1 after the first round in which anything is not right, and where no write was answered.',
  )
  .option(
    '--rounds <n>',
    `how often (default: ${usualRounds.sqlite}, on Postgres ${usualRounds.postgres})`,
    whole(1, mostRounds),
  )
  .option('--postgres', 'on a PostgreSQL of its own instead of SQLite')
  .option('--seed <n>', 'who writes what, and when it is killed', whole(0, largestSeed), Date.now() % largestSeed)
  .option('--json', 'print JSON')
  .action(async ({ postgres, seed, json, ...asked }: Options) => {
    const engine = postgres ? 'postgres' : 'sqlite';
    const { rounds = usualRounds[engine] } = asked;
    const begun = performance.now();
    const elapsedSeconds = () => (performance.now() - begun) / 1000;
    const report = json ? () => {} : progressReporter(process.stderr, 'rounds', elapsedSeconds);
    if (!json) console.error(`Seed ${seed}`);
    const store = await openKillStore(engine);
    try {
      const onRound = (tally: Tally) => {
        report({ done: tally.rounds, total: rounds });
        if (!json && tally.rounds === rounds) console.error('Every write of all rounds is looked at once more');
      };
      const tally = await runRounds(store, { rounds, seed, strikes: strikes[engine], onRound });
      const seconds = elapsedSeconds();
      console.log(
        json ? JSON.stringify({ engine, seed, seconds, ...tally }, null, 2) : summary(engine, seed, seconds, tally),
      );
    } finally {
      await store.remove();
    }
  });

const summary = (engine: string, seed: number, seconds: number, tally: Tally): string => {
  const { strikes: struck, verdict, swept } = tally;
  const rows = [
    ...Object.entries(struck).map(([what, times]) => [`killed: ${what}`, times]),
    ['writes answered, all there afterwards', verdict.answered],
    ['writes under way: wholly there', verdict.done],
    ['writes under way: not there at all', verdict.undone],
    ['reads and searches that confirmed it', verdict.reads],
    ['sent again under their Idempotency-Key: one thing each', verdict.repeats],
    ['stores in which desk check found nothing', tally.rounds],
    ['in the end: writes that were done, every one looked at again', swept.writes],
    ['in the end: reads and searches', swept.reads],
    ['in the end: sent again', swept.repeats],
  ].map(([what, times]) => [String(what), String(times)]);
  return [...table([`${tally.rounds} rounds on ${engine}, seed ${seed}`, duration(seconds)], rows)].join('\n');
};

try {
  await kill.parseAsync();
} catch (error) {
  for (let each: unknown = error; each instanceof Error; each = each.cause) console.error(each.message);
  process.exitCode = 1;
}
process.exit();
