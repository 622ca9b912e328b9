import { Command } from 'commander';
import type { SampleData } from '#contract';
import {
  type CommandContext,
  CommandError,
  createIntegerParser,
  findAdministrator,
  formatCount,
  type OpenDatabase,
  type PersonLookup,
  printResult,
  withDatabase,
} from '../command-line.ts';
import { commandActor } from '../database/audit-log.ts';
import { createProgressReporter, formatSeconds } from '../progress.ts';
import { type BulkInsertOptions, bulkInsert, NoAgentError } from './bulk-insert.ts';
import { startRemoval } from './sample-data.ts';

const maxTickets = 10_000_000;
const maxSeed = 2 ** 32 - 1;

type SampleCommandDependencies = {
  open: OpenDatabase;
  people: PersonLookup;
  clock: () => number;
  context: Pick<CommandContext, 'stderr'>;
};

type Options = { tickets?: number; seed: number; json?: true };

/** Creates the command `desk sample`, which adds generated tickets, and `desk sample remove`. */
export const sampleCommand = ({ open, people, clock, context }: SampleCommandDependencies): Command =>
  new Command('sample')
    .description('add generated tickets, to try the desk with realistic volume')
    .option('--tickets <n>', `number of tickets, 1 to ${maxTickets}`, createIntegerParser('--tickets', 1, maxTickets))
    .option('--seed <n>', 'seed of the random texts', createIntegerParser('--seed', 0, maxSeed), 1)
    .option('--json', 'print JSON')
    .addCommand(removeCommand(open, people, clock))
    .action(async ({ tickets, seed, json }: Options, command: Command) => {
      if (tickets === undefined) throw new CommandError('The option --tickets is required: desk sample --tickets 1000');
      const startedAt = performance.now();
      const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
      const onProgress = json ? () => {} : createProgressReporter(context.stderr, 'tickets', elapsedSeconds);
      const result = await insert(open, { tickets, seed, now: clock(), onProgress });
      const seconds = elapsedSeconds();
      const counts = `${formatCount(result.tickets, 'ticket')} with ${formatCount(result.messages, 'message')}`;
      printResult(command, { ...result, seconds }, [`Added ${counts} in ${formatSeconds(seconds)}.`]);
    });

const insert = async (open: OpenDatabase, options: BulkInsertOptions) => {
  try {
    return await withDatabase(open, database => bulkInsert(database, options));
  } catch (error) {
    throw error instanceof NoAgentError ? new CommandError(error.message) : error;
  }
};

const removeCommand = (open: OpenDatabase, people: PersonLookup, clock: () => number): Command =>
  new Command('remove')
    .description('remove the sample data with which the desk started, except items that were changed or are used')
    .requiredOption('--person <email>', 'the administrator who makes the change')
    .option('--json', 'print JSON')
    .action(async ({ person }: { person: string }, command: Command) => {
      const data = await withDatabase(open, database =>
        database.transaction(async writes => {
          const actor = commandActor(clock());
          const personId = await findAdministrator(people, writes, person);
          return startRemoval(writes, { ...actor, personId }, actor);
        }),
      );
      printResult(command, data, [describeRemoval(data)]);
    });

const describeRemoval = ({ tickets, gists, people, in_use }: SampleData): string =>
  tickets + gists + people + in_use === 0
    ? 'This desk has no sample data.'
    : `Removing ${formatCount(tickets, 'ticket')} and ${formatCount(gists, 'gist')}, and disabling ${formatCount(people, 'person', 'people')}, in the background. ${formatCount(in_use, 'item')} that people changed or use will stay.`;
