import { Command, Option } from 'commander';
import { type JobKind, type JobState, jobKinds, jobStates } from '#contract/enums';
import { CommandError, formatTable, type OpenDatabase, printResult, withDatabase } from '../command-line.ts';
import { commandActor } from '../database/audit-log.ts';
import { decodeEnum, isoTime } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { discardJob, findJob, isJobId, retryJob } from './administration.ts';
import { selectJobs } from './list.ts';
import { type JobRow, toJob } from './representation.ts';

/** `desk jobs …`: shows, retries and discards background jobs. */
export const jobsCommand = (open: OpenDatabase): Command =>
  new Command('jobs')
    .description('show, retry and discard background jobs')
    .addCommand(listCommand(open))
    .addCommand(retryCommand(open))
    .addCommand(discardCommand(open));

const kindOption = (description: string) => new Option('--kind <kind>', description).choices(jobKinds);

type Filters = { state?: JobState; kind?: JobKind };

/** The API has no such limit. */
const maxListed = 1000;

const findJobs = (queries: Queries, { state, kind }: Filters): Promise<JobRow[]> =>
  selectJobs(queries, { state: state && [state], kind: kind && [kind] })
    .selectAll()
    .orderBy('n', 'desc')
    .limit(maxListed)
    .execute();

const listCommand = (open: OpenDatabase): Command =>
  new Command('list')
    .description(`list the jobs that are not finished, newest first (at most ${maxListed})`)
    .addOption(new Option('--state <state>', 'only jobs in this state').choices(jobStates))
    .addOption(kindOption('only jobs of this kind'))
    .option('--json', 'print JSON')
    .action(async (filters: Filters, command: Command) => {
      const jobs = await withDatabase(open, ({ read }) => findJobs(read, filters));
      const rows = jobs.map(job => [
        ...[job.id, job.kind, decodeEnum(jobStates, job.state), String(job.attempts), isoTime(job.run_at)],
        job.last_error ?? '',
      ]);
      const lines = formatTable(['ID', 'KIND', 'STATE', 'ATTEMPTS', 'DUE', 'ERROR'], rows);
      printResult(command, jobs.map(toOutput), jobs.length === 0 ? ['No jobs found.'] : lines);
    });

/** A job as the API shows it, without its URL. */
const toOutput = (row: JobRow) => {
  const { url: _, ...job } = toJob('')(row);
  return job;
};

const retryCommand = (open: OpenDatabase): Command =>
  new Command('retry')
    .argument('[id]', 'the id of a job')
    .description('make a job due now; a dead job gets all its attempts again')
    .addOption(kindOption(`retry the dead jobs of this kind (at most ${maxListed})`))
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, { kind }: { kind?: JobKind }, command: Command) => {
      if ((id === undefined) === (kind === undefined))
        throw new CommandError('Specify either the id of a job or --kind.');
      const retried = await withDatabase(open, ({ transaction }) =>
        transaction(async writes => {
          const jobs = await (kind === undefined
            ? [await findOrThrow(writes, id ?? '')]
            : findJobs(writes, { kind, state: 'dead' }));
          if (id !== undefined) jobs.forEach(throwIfRunning);
          for (const job of jobs) await retryJob(writes, job, commandActor(Date.now()));
          return jobs.map(job => job.id);
        }),
      );
      printResult(command, { retried }, [describeRetried(retried)]);
    });

const describeRetried = ([first, ...others]: readonly string[]): string => {
  if (first === undefined) return 'No dead jobs found.';
  return others.length === 0 ? `Job ${first} is due now.` : `${others.length + 1} jobs are due now.`;
};

const discardCommand = (open: OpenDatabase): Command =>
  new Command('discard')
    .argument('<id>', 'the id of a job')
    .description('delete a job that is not running')
    .option('--json', 'print JSON')
    .action(async (id: string, _options: unknown, command: Command) => {
      await withDatabase(open, ({ transaction }) =>
        transaction(async writes => {
          const job = await findOrThrow(writes, id);
          throwIfRunning(job);
          await discardJob(writes, job, commandActor(Date.now()));
        }),
      );
      printResult(command, { discarded: id }, [`Discarded job ${id}.`]);
    });

/** @throws CommandError */
const throwIfRunning = ({ id, state }: JobRow): void => {
  if (decodeEnum(jobStates, state) !== 'running') return;
  throw new CommandError(`Job ${id} is running: wait until it has finished or failed.`);
};

/** Finds a job, and locks it until the transaction ends. @throws CommandError */
const findOrThrow = async (queries: Queries, id: string): Promise<JobRow> => {
  const job = isJobId(id) ? await findJob(queries, id) : null;
  if (job === null)
    throw new CommandError(`There is no job ${id}: "desk jobs list" shows the jobs that are not finished.`);
  return job;
};
