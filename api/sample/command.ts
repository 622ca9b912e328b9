import { Command } from 'commander';
import {
  type CommandContext,
  CommandError,
  type OpenDatabase,
  parseInteger,
  printResult,
  withDatabase,
} from '../command-line.ts';
import { createProgressReporter, formatSeconds } from '../progress.ts';
import { type BulkInsertOptions, bulkInsert, NoAgentError } from './bulk-insert.ts';

const maxTickets = 10_000_000;
const maxSeed = 2 ** 32 - 1;

type Options = { tickets: number; seed: number; json?: true };

/** Creates the command `desk sample`, which adds generated tickets. */
export const sampleCommand = (
  open: OpenDatabase,
  context: Pick<CommandContext, 'stderr'>,
  clock: () => number,
): Command =>
  new Command('sample')
    .description('add generated tickets, to try the desk with realistic volume')
    .requiredOption('--tickets <n>', `number of tickets, 1 to ${maxTickets}`, parseInteger('--tickets', 1, maxTickets))
    .option('--seed <n>', 'seed of the random texts', parseInteger('--seed', 0, maxSeed), 1)
    .option('--json', 'print JSON')
    .action(async ({ tickets, seed, json }: Options, command: Command) => {
      const startedAt = performance.now();
      const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
      const onProgress = json ? () => {} : createProgressReporter(context.stderr, 'tickets', elapsedSeconds);
      const result = await insert(open, { tickets, seed, now: clock(), onProgress });
      const seconds = elapsedSeconds();
      printResult(command, { ...result, seconds }, [
        `Added ${result.tickets} tickets with ${result.messages} messages in ${formatSeconds(seconds)}.`,
      ]);
    });

const insert = async (open: OpenDatabase, options: BulkInsertOptions) => {
  try {
    return await withDatabase(open, database => bulkInsert(database, options));
  } catch (error) {
    throw error instanceof NoAgentError ? new CommandError(error.message) : error;
  }
};
