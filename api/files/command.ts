import { Command, Option } from 'commander';
import {
  type CommandContext,
  CommandError,
  formatCount,
  type OpenDatabase,
  printNote,
  printResult,
  withDatabase,
} from '../command-line.ts';
import type { Database } from '../database/database.ts';
import { HoldConflictError, HoldLostError, holdJobs } from '../jobs/hold-jobs.ts';
import { createProgressReporter, formatSeconds } from '../progress.ts';
import { type FileDriverName, fileDrivers } from './driver.ts';
import type { Files } from './files.ts';
import { moveFiles } from './move-files.ts';

type Options = { to: FileDriverName; json?: true };

/** Creates the command `desk files`. */
export const filesCommand = (
  open: OpenDatabase,
  openFiles: (database: Database) => Files,
  context: Pick<CommandContext, 'stderr'>,
): Command =>
  new Command('files')
    .description('move the files of mails and messages between the disk and the database')
    .addCommand(moveCommand(open, openFiles, context));

const moveCommand = (
  open: OpenDatabase,
  openFiles: (database: Database) => Files,
  { stderr }: Pick<CommandContext, 'stderr'>,
): Command =>
  new Command('move')
    .description('move all files to DATA_DIR/files, or to the database, while the desk runs')
    .addOption(new Option('--to <driver>', 'where to store the files').choices(fileDrivers).makeOptionMandatory())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nFirst restart the servers with FILES=disk or FILES=database, which decides where new files are stored. If the command is
interrupted, run it again: it continues where it stopped. Every file is verified before it is deleted at its old location.`,
    )
    .action(async ({ to, json }: Options, command: Command) => {
      const start = performance.now();
      const elapsedSeconds = () => (performance.now() - start) / 1000;
      const onProgress = json ? () => {} : createProgressReporter(stderr, 'files', elapsedSeconds);
      const { moved, driver } = await withDatabase(open, async database => {
        const files = openFiles(database);
        const move = () => moveFiles(database, files, { to, onProgress });
        const hold = { kind: 'collect_files', isExclusive: true } as const;
        return { moved: await holdJobs(database, hold, move).catch(explainHold), driver: files.driver };
      });
      if (driver !== to)
        printNote(command, `New files are still stored with FILES=${driver}: restart the servers with FILES=${to}.`);
      if (moved.missing > 0)
        printNote(command, `${formatCount(moved.missing, 'file')} missing or damaged: see "desk check --files".`);
      printResult(command, { ...moved, seconds: elapsedSeconds() }, [
        `Moved ${formatCount(moved.files, 'file')}, ${(moved.bytes / 1_000_000).toFixed(1)} MB, to the ${to} in ${formatSeconds(elapsedSeconds())}.`,
      ]);
    });

/** @throws CommandError if the move could not start or was suspended, else the same error */
const explainHold = (error: unknown): never => {
  if (error instanceof HoldConflictError)
    throw new CommandError(
      'A backup or another move is using the files. Wait until it has finished, then run this command again. If its process was killed, wait a minute.',
    );
  if (error instanceof HoldLostError)
    throw new CommandError(
      'The move was suspended for more than a minute. Run it again to verify that it is complete.',
    );
  throw error;
};
