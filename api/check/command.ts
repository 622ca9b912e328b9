import { Command } from 'commander';
import { AlreadySaid, CommandError, type OpenDatabase, type Surroundings, say, withDatabase } from '../command-line.ts';
import { isMigrated } from '../database/migrate.ts';
import { duration, progressReporter } from '../progress.ts';
import { checks } from './checks.ts';
import { type Report, runChecks } from './run-checks.ts';

type Options = { json?: true };

/** `desk check`: holds the store against all that should be true of it. @throws AlreadySaid when there are findings */
export const checkCommand = (open: OpenDatabase, surroundings: Pick<Surroundings, 'stderr'>): Command =>
  new Command('check')
    .description('hold the store against all that should be true of it, while the desk runs')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nIt changes nothing, and exits with 1 when something does not hold:\n${listed()}`)
    .action(async (options: Options, command: Command) => {
      const begun = performance.now();
      const elapsedSeconds = () => (performance.now() - begun) / 1000;
      const onProgress = options.json ? () => {} : progressReporter(surroundings.stderr, 'rows', elapsedSeconds);
      const report = await withDatabase(open, async database => {
        if (!(await isMigrated(database).catch(() => false)))
          throw new CommandError(
            'The store is not of this version: "desk migrate" brings it there, or another version made it.',
          );
        return runChecks(database, checks, { onProgress });
      });
      say(command, { ...report, seconds: elapsedSeconds() }, sentences(report, elapsedSeconds()));
      if (report.count > 0) throw new AlreadySaid();
    });

/** What holds, each once. */
const listed = (): string => [...new Set(checks.map(({ name, holds }) => `  ${name.padEnd(14)} ${holds}`))].join('\n');

const sentences = ({ count, findings }: Report, seconds: number): string[] => {
  if (count === 0)
    return [`Nothing is wrong: ${new Set(checks.map(({ holds }) => holds)).size} rules hold (${duration(seconds)}).`];
  const more = count - findings.length;
  return [
    ...findings.map(({ check, sentence }) => `${check}: ${sentence}`),
    ...(more > 0 ? [`And ${more} more.`] : []),
    `${count} ${count === 1 ? 'finding' : 'findings'}. Keep a copy of the store before you repair it, or restore a backup.`,
  ];
};
