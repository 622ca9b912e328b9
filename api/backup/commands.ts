import { basename } from 'node:path';
import { Command } from 'commander';
import {
  type CommandContext,
  formatCount,
  type OpenDatabase,
  printNote,
  printResult,
  requireCurrentVersion,
  withDatabase,
} from '../command-line.ts';
import { commandActor, recordAudit } from '../database/audit-log.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { findStoreOutage } from '../database/outage.ts';
import type { Files } from '../files/files.ts';
import { createProgressReporter, formatSeconds } from '../progress.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { type Backup, makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

type ErrorOutput = Pick<CommandContext, 'stderr'>;
type Options = { json?: boolean; force?: boolean; withoutFiles?: boolean };
type OpenFiles = (database: Database) => Files;

const contents = `
The file contains the data of the desk: people with their password hashes, second factors and linked accounts,
customers, tickets, watchers, notifications, messages, mails, deliveries, files, tags, gists, stars, views,
mailboxes, settings, identity providers, sealed secrets, the change log, the audit log, OAuth clients, OAuth
keys and idempotency keys. Keep it as secret as the store (its mode is 0600).
It does not contain
  the links of invitations and password resets: create new ones;
  sign-ins, tokens and grants, so that a restore revives no revoked grant: after a restore everyone signs in again,
  clients ask for consent again, and tokens for scripts have to be created again ("desk tokens create");
  the keys that seal secrets: without secret-keys.json in DATA_DIR, or SECRET_KEYS, the passwords of mailboxes and the
  client secrets of identity providers have to be entered again, and authenticator apps set up again;
  the other files in DATA_DIR: the web app's credentials and session keys. A new DATA_DIR gets new files at the first
  start; copy the old files if OAUTH_CLIENT_ID has to stay the same.`;

/** `desk backup FILE`: writes a snapshot of the store to one file. The desk may be running. */
export const backupCommand = (
  open: OpenDatabase,
  openFiles: OpenFiles,
  context: ErrorOutput,
  clock: () => number,
): Command =>
  new Command('backup')
    .argument('<file>', 'the file to write')
    .description('back up the store to one file while the desk runs')
    .option('--force', 'replace an existing file')
    .option('--without-files', 'leave out the bytes of files; a restore marks these files as missing')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nThe backup is one consistent snapshot with every write acknowledged before it started. It is an SQLite file for both
engines, so it also moves a desk from SQLite to PostgreSQL or back.\n${contents}`,
    )
    .action(async (file: string, { json, force = false, withoutFiles = false }: Options, command: Command) => {
      const { onProgress, elapsedSeconds } = startProgress(json, context);
      const backup = await withDatabase(open, async database => {
        await requireCurrentVersion(database);
        const files = withoutFiles ? null : openFiles(database);
        const made = await makeBackup(database, { file, force, files, clock, onProgress });
        if (!(await recordBackup(database, made, clock()))) printNote(command, notRecorded);
        return made;
      });
      if (backup.files === null)
        printNote(command, 'The bytes of files were left out: copy them yourself if you need them.');
      else if (backup.files.damaged > 0)
        printNote(
          command,
          `${formatCount(backup.files.damaged, 'file')} missing or damaged and not in the backup: see "desk check --files".`,
        );
      const files = backup.files === null ? 'no files' : formatCount(backup.files.files, 'file');
      printResult(command, { ...backup, seconds: elapsedSeconds() }, [
        `Wrote ${formatCount(backup.rows, 'row')} and ${files}, ${formatMegabytes(backup.bytes)}, to ${backup.file} in ${formatSeconds(elapsedSeconds())}.`,
      ]);
    });

const notRecorded = 'The store cannot be written, so the audit log lacks this backup.';

/** Records a backup in the store. Returns false if the store cannot be written; the backup is complete anyway. */
const recordBackup = async (database: Database, { file, files }: Backup, now: number): Promise<boolean> => {
  const after = { file: basename(file), with_files: files !== null };
  try {
    await database.transaction(writes =>
      recordAudit(writes, commandActor(now), { action: 'backup.made', targetId: null, after }),
    );
    return true;
  } catch (error) {
    if (findStoreOutage(error) === null) throw error;
    return false;
  }
};

/** `desk restore FILE`: fills an empty store from a backup. */
export const restoreCommand = (
  open: OpenDatabase,
  openFiles: OpenFiles,
  readSecretKeys: () => SecretKeys,
  context: ErrorOutput,
  clock: () => number,
): Command =>
  new Command('restore')
    .argument('<file>', 'a file from "desk backup"')
    .description('fill an empty store, SQLite or PostgreSQL, from a backup')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nRestores into the store of DATA_DIR or DATABASE_URL, which must be empty: do not start a desk on it first. A failed
restore leaves it empty. Run "desk check" afterwards, then start the desk.\n${contents}`,
    )
    .action(async (file: string, { json }: Options, command: Command) => {
      const { onProgress, elapsedSeconds } = startProgress(json, context);
      const { rows, files, hasAllSecrets } = await withDatabase(open, async database => {
        await migrate(database, clock);
        const options = { file, files: openFiles(database), secretKeys: readSecretKeys(), clock, onProgress };
        return restoreBackup(database, options);
      });
      if (!hasAllSecrets) printNote(command, unreadableSecretsNote);
      if (files.missing > 0)
        printNote(
          command,
          `${formatCount(files.missing, 'file')} missing from the backup: requests for such files get 410 until the same bytes arrive again.`,
        );
      printResult(command, { file, rows, files, seconds: elapsedSeconds() }, [
        `Restored ${formatCount(rows, 'row')} and ${formatCount(files.files, 'file')} in ${formatSeconds(elapsedSeconds())}. Everyone has to sign in again.`,
      ]);
    });

const unreadableSecretsNote =
  'The passwords of the mailboxes and the client secrets of identity providers were sealed with a key that is in neither SECRET_KEYS nor DATA_DIR: enter them again. If a provider sends mail to the desk, run "desk mailboxes hook" again and give it the new URL. The codes of authenticator apps do not work either: people sign in with a passkey or a recovery code. For a person without them, run "desk people reset-factors EMAIL".';

const startProgress = (json: boolean | undefined, { stderr }: ErrorOutput) => {
  const start = performance.now();
  const elapsedSeconds = () => (performance.now() - start) / 1000;
  return { elapsedSeconds, onProgress: json ? () => {} : createProgressReporter(stderr, 'rows', elapsedSeconds) };
};

const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
