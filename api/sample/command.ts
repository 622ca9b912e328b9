import { Command } from 'commander';
import { CommandError, type OpenDatabase, type Surroundings, say, withDatabase } from '../command-line.ts';
import { duration, type Progress, progressReporter } from '../progress.ts';
import { bulkInsert, NobodyToAssign } from './bulk-insert.ts';

const mostTickets = 10_000_000;
const largestSeed = 2 ** 32 - 1;

type Options = { tickets: string; seed: string; json?: true };

/** `desk sample`: adds generated tickets to try the desk with. */
export const sampleCommand = (
  open: OpenDatabase,
  surroundings: Pick<Surroundings, 'stderr'>,
  clock: () => number,
): Command =>
  new Command('sample')
    .description('add generated tickets, to see how the desk feels when it is full')
    .requiredOption('--tickets <n>', `how many, 1 to ${mostTickets}`)
    .option('--seed <n>', 'another seed gives other texts', '1')
    .option('--json', 'print JSON')
    .action(async (options: Options, command: Command) => {
      const tickets = wholeNumber('--tickets', options.tickets, 1, mostTickets);
      const seed = wholeNumber('--seed', options.seed, 0, largestSeed);
      const begun = performance.now();
      const elapsedSeconds = () => (performance.now() - begun) / 1000;
      const onProgress = options.json ? () => {} : progressReporter(surroundings.stderr, 'tickets', elapsedSeconds);
      const result = await insert(open, { tickets, seed, now: clock(), onProgress });
      const seconds = elapsedSeconds();
      say(command, { tickets: result.tickets, messages: result.messages, seconds }, [
        `Added ${result.tickets} tickets with ${result.messages} messages in ${duration(seconds)}.`,
      ]);
    });

type Order = { tickets: number; seed: number; now: number; onProgress: (progress: Progress) => void };

const insert = async (open: OpenDatabase, order: Order) => {
  try {
    return await withDatabase(open, database => bulkInsert(database, order));
  } catch (error) {
    throw error instanceof NobodyToAssign ? new CommandError(error.message) : error;
  }
};

const wholeNumber = (option: string, text: string, least: number, most: number): number => {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new CommandError(`${option} takes a whole number from ${least} to ${most}, not "${text}".`);
};
