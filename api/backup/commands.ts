import { Command } from 'commander';
import { CommandError, type OpenDatabase, type Surroundings, say, withDatabase } from '../command-line.ts';
import { isMigrated, migrate } from '../database/migrate.ts';
import { duration, progressReporter } from '../progress.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

type Errors = Pick<Surroundings, 'stderr'>;
type Options = { json?: boolean; force?: boolean };

const heldAndNot = `
The file holds everything people wrote and set: people and their password hashes, tickets, messages, gists, stars, views,
the change log, registered programs, keys. So it is as secret as the store; only its owner may read it.
It does not hold
  sign-ins, tokens and what people allowed programs: after a restore everybody signs in again, programs ask again, and
  tokens for scripts are made anew ("desk tokens create"), so that nothing that was taken back since is good again;
  what is in DATA_DIR beside the store: the web app's credentials and session keys. A new DATA_DIR gets new ones at the
  first start; keep a copy of it if OAUTH_CLIENT_ID is to stay the same elsewhere.`;

/** `desk backup FILE`: one state of the store in one file, while the desk runs. */
export const backupCommand = (open: OpenDatabase, surroundings: Errors, clock: () => number): Command =>
  new Command('backup')
    .argument('<file>', 'where to write it')
    .description('write the store into one file, while the desk runs; "desk restore" fills an empty store from it')
    .option('--force', 'replace the file if it is there')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nAll that was answered before it began is in it, and nothing half-done. It is an SQLite file, whichever engine the
store has, so that a backup is also the way from one to the other.\n${heldAndNot}`,
    )
    .action(async (file: string, { json, force = false }: Options, command: Command) => {
      const { onProgress, elapsedSeconds } = watch(json, surroundings);
      const made = await withDatabase(open, async database => {
        if (!(await isMigrated(database).catch(() => false)))
          throw new CommandError(
            'The store is not of this version: "desk migrate" brings it there, or another version made it.',
          );
        return makeBackup(database, { file, force, clock, onProgress });
      });
      say(command, { ...made, seconds: elapsedSeconds() }, [
        `Wrote ${made.rows} rows, ${megabytes(made.bytes)}, to ${made.file} in ${duration(elapsedSeconds())}.`,
      ]);
    });

/** `desk restore FILE`: fills an empty store from a backup. */
export const restoreCommand = (open: OpenDatabase, surroundings: Errors, clock: () => number): Command =>
  new Command('restore')
    .argument('<file>', 'what "desk backup" wrote')
    .description('fill an empty store, SQLite or PostgreSQL, from a backup')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nThe store is the one of DATA_DIR, or DATABASE_URL, as for the servers; no desk was started in it yet. All of the backup
is in it afterwards, or nothing. "desk check" tells whether all is well, then start the desk.\n${heldAndNot}`,
    )
    .action(async (file: string, { json }: Options, command: Command) => {
      const { onProgress, elapsedSeconds } = watch(json, surroundings);
      const rows = await withDatabase(open, async database => {
        await migrate(database, clock);
        return restoreBackup(database, { file, clock, onProgress });
      });
      say(command, { file, rows, seconds: elapsedSeconds() }, [
        `Restored ${rows} rows in ${duration(elapsedSeconds())}. Everybody signs in again.`,
      ]);
    });

const watch = (json: boolean | undefined, { stderr }: Errors) => {
  const begun = performance.now();
  const elapsedSeconds = () => (performance.now() - begun) / 1000;
  return { elapsedSeconds, onProgress: json ? () => {} : progressReporter(stderr, 'rows', elapsedSeconds) };
};

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
