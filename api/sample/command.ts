import { Command } from 'commander';
import { type CommandContext, CommandError, type OpenDatabase, printResult, withDatabase } from '../command-line.ts';
import { createProgressReporter, formatTimeLeft } from '../progress.ts';
import { type BulkInsertOptions, bulkInsert, NoAgentError } from './bulk-insert.ts';

const maxTickets = 10_000_000;
const maxSeed = 2 ** 32 - 1;

type Options = { tickets: string; seed: string; json?: true };

/** Creates the command `desk sample`, which adds generated tickets. */
export const sampleCommand = (
  open: OpenDatabase,
  context: Pick<CommandContext, 'stderr'>,
  clock: () => number,
): Command =>
  new Command('sample')
    .description('add generated tickets, to try the desk with realistic volume')
    .requiredOption('--tickets <n>', `number of tickets, 1 to ${maxTickets}`)
    .option('--seed <n>', 'seed of the random texts', '1')
    .option('--json', 'print JSON')
    .action(async (options: Options, command: Command) => {
      const tickets = parseInteger('--tickets', options.tickets, 1, maxTickets);
      const seed = parseInteger('--seed', options.seed, 0, maxSeed);
      const startedAt = performance.now();
      const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
      const onProgress = options.json ? () => {} : createProgressReporter(context.stderr, 'tickets', elapsedSeconds);
      const result = await insert(open, { tickets, seed, now: clock(), onProgress });
      const seconds = elapsedSeconds();
      printResult(command, { ...result, seconds }, [
        `Added ${result.tickets} tickets with ${result.messages} messages in ${formatTimeLeft(seconds)}.`,
      ]);
    });

const insert = async (open: OpenDatabase, options: BulkInsertOptions) => {
  try {
    return await withDatabase(open, database => bulkInsert(database, options));
  } catch (error) {
    throw error instanceof NoAgentError ? new CommandError(error.message) : error;
  }
};

const parseInteger = (option: string, text: string, min: number, max: number): number => {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new CommandError(`${option} must be a whole number from ${min} to ${max}, not "${text}".`);
};
