import { Command } from 'commander';
import {
  type CommandContext,
  ErrorAlreadyPrinted,
  type OpenDatabase,
  printResult,
  requireCurrentVersion,
  withDatabase,
} from '../command-line.ts';
import type { Database } from '../database/database.ts';
import type { Files } from '../files/files.ts';
import { createProgressReporter, formatSeconds } from '../progress.ts';
import { checks } from './checks.ts';
import { byteRules, createByteChecks } from './files.ts';
import { type CheckReport, runChecks } from './run-checks.ts';

type Options = { json?: true; files?: true };

/**
 * `desk check`: checks the store for inconsistencies.
 *
 * @throws CommandError for a store of a different version, ErrorAlreadyPrinted when there are findings
 */
export const checkCommand = (
  open: OpenDatabase,
  openFiles: (database: Database) => Files,
  context: Pick<CommandContext, 'stderr'>,
): Command =>
  new Command('check')
    .description('check the store for inconsistencies while the desk runs')
    .option('--files', 'verify the bytes of all files instead of a sample')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nThe command changes nothing. It exits with 1 if one of these rules is violated:\n${listRules()}`,
    )
    .action(async (options: Options, command: Command) => {
      const start = performance.now();
      const elapsedSeconds = () => (performance.now() - start) / 1000;
      const onProgress = options.json ? () => {} : createProgressReporter(context.stderr, 'rows', elapsedSeconds);
      const report = await withDatabase(open, async database => {
        await requireCurrentVersion(database);
        const byteChecks = createByteChecks(openFiles(database), { all: options.files === true });
        return runChecks(database, [...checks, ...byteChecks], { onProgress });
      });
      printResult(command, { ...report, seconds: elapsedSeconds() }, formatReport(report, elapsedSeconds()));
      if (report.count > 0) throw new ErrorAlreadyPrinted();
    });

const listRules = (): string =>
  [...new Set([...checks, ...byteRules].map(({ name, rule }) => `  ${name.padEnd(17)} ${rule}`))].join('\n');

const formatReport = ({ rules, count, findings }: CheckReport, seconds: number): string[] => {
  if (count === 0) return [`No problems found: ${rules} rules checked (${formatSeconds(seconds)}).`];
  const more = count - findings.length;
  return [
    ...findings.map(({ check, sentence }) => `${check}: ${sentence}`),
    ...(more > 0 ? [`And ${more} more.`] : []),
    `${count} ${count === 1 ? 'finding' : 'findings'}. Back up the store before you repair it, or restore a backup.`,
  ];
};
