import { Command, CommanderError } from 'commander';
import { ConfigError } from '#server/config-error';
import { auditCommand } from './audit/command.ts';
import { backupCommand, restoreCommand } from './backup/commands.ts';
import { readBffClient, replaceBffClient } from './bff-client-file.ts';
import { checkCommand } from './check/command.ts';
import {
  type CommandContext,
  CommandError,
  ErrorAlreadyPrinted,
  type OpenDatabase,
  printResult,
  withDatabase,
} from './command-line.ts';
import { readConfig } from './config.ts';
import { createDataDir } from './data-dir.ts';
import type { Database } from './database/database.ts';
import { migrate, NewerDatabaseError } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { findStoreOutage, outageAdvice } from './database/outage.ts';
import { createAccountMails } from './deliveries/account-mails.ts';
import { filesCommand } from './files/command.ts';
import { openFiles } from './files/files.ts';
import { jobsCommand } from './jobs/command.ts';
import { createMailboxCheck } from './mail/check/check-mailbox.ts';
import { mailCommand } from './mail/command.ts';
import { createAuthorizationStore } from './mailboxes/authorization/store.ts';
import { mailboxesCommand } from './mailboxes/command.ts';
import { createHookStore } from './mailboxes/hooks.ts';
import { createMailboxStore } from './mailboxes/store.ts';
import { hashPassword } from './oauth/accounts/passwords.ts';
import { clientsCommand } from './oauth/clients/clients-command.ts';
import { type WebAppSettings, webAppCommand } from './oauth/clients/web-app-command.ts';
import { grantsCommand } from './oauth/grants/grants-command.ts';
import { revokeAllAccess } from './oauth/grants/revoke-grants.ts';
import { keysCommand } from './oauth/keys/keys-command.ts';
import { tokensCommand } from './oauth/tokens/tokens-command.ts';
import { peopleCommand } from './people/command.ts';
import { createPersonStore } from './people/store.ts';
import { describeProgress } from './progress.ts';
import { sampleCommand } from './sample/command.ts';
import { secretsCommand } from './secrets/command.ts';
import { createSecretKeys } from './secrets/secret-keys.ts';
import { createSecrets } from './secrets/secrets.ts';
import { settingsCommand } from './settings/command.ts';
import { createStores } from './stores.ts';
import { tagsCommand } from './tags/command.ts';

const clock = Date.now;

/** Runs a `desk …` command line and returns the exit code. */
export const runDeskCommand = async (args: readonly string[], context: CommandContext): Promise<number> => {
  try {
    await configureCommand(context, deskCommand(context)).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof ErrorAlreadyPrinted)) context.stderr.write(`${explain(error)}\n`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
};

/** Redirects the output of a command and its subcommands. Commander must not exit the process. */
const configureCommand = (outputs: Pick<CommandContext, 'stdout' | 'stderr'>, command: Command): Command => {
  const { stdout, stderr } = outputs;
  command.exitOverride().configureOutput({
    writeOut: text => stdout.write(text),
    writeErr: text => stderr.write(text),
    getOutHelpWidth: () => stdout.columns ?? defaultHelpWidth,
    getErrHelpWidth: () => stderr.columns ?? defaultHelpWidth,
  });
  for (const each of command.commands) configureCommand(outputs, each);
  return command;
};

/** The width of help text outside a terminal. */
const defaultHelpWidth = 80;

const deskCommand = (context: CommandContext): Command => {
  const { open, openUnmigrated, openToRead } = createOpeners(context);
  const people = createPersonStore();
  const readSecretKeys = () => createSecretKeys(readConfig(context.env));
  const openDeskFiles = (database: Database) => openFiles(database, readConfig(context.env));
  const openStores = (database: Database) =>
    createStores({ database, files: openDeskFiles(database), secrets: createSecrets(readSecretKeys()) });
  const openMailboxes = () => createMailboxStore({ people, secrets: createSecrets(readSecretKeys()) });
  return new Command('desk')
    .description(
      "Stardesk's administration tool. It reads the same environment as the servers and works while they run.",
    )
    .addCommand(
      peopleCommand({
        ...{ people, open, hashPassword, revokeAccess: revokeAllAccess, clock, context },
        createInvitations: database => openStores(database).invitations,
        notifyFactorChange: (...change) =>
          createAccountMails(openMailboxes().findRecipient).enqueueFactorNotice(...change),
        getApiUrl: () => getApiUrl(context),
      }),
    )
    .addCommand(
      mailboxesCommand({
        createStore: openMailboxes,
        createAuthorizationStore: () => createAuthorizationStore(createSecrets(readSecretKeys())),
        createHookStore: () => createHookStore(createSecrets(readSecretKeys())),
        getApiUrl: () => getApiUrl(context),
        ...{ people, open, clock, context },
      }),
    )
    .addCommand(clientsCommand(open).addCommand(webAppCommand(open, () => readWebApp(context), clock)))
    .addCommand(tokensCommand(open))
    .addCommand(grantsCommand(open))
    .addCommand(keysCommand(open))
    .addCommand(jobsCommand(open))
    .addCommand(settingsCommand(open, clock))
    .addCommand(tagsCommand({ open, people, createStore: database => openStores(database).tags, clock }))
    .addCommand(auditCommand({ open, people }))
    .addCommand(sampleCommand({ open, people, clock, context }))
    .addCommand(migrateCommand(openUnmigrated, context))
    .addCommand(checkCommand(openToRead, openDeskFiles, context))
    .addCommand(backupCommand(openToRead, openDeskFiles, context, clock))
    .addCommand(restoreCommand(openUnmigrated, openDeskFiles, readSecretKeys, context, clock))
    .addCommand(filesCommand(open, openDeskFiles, context))
    .addCommand(secretsCommand(open, readSecretKeys))
    .addCommand(
      mailCommand({
        ...{ open, context, openStores, clock },
        createCheck: database => {
          const { files, credentials } = openStores(database);
          return createMailboxCheck({ database, files, secrets: createSecrets(readSecretKeys()), credentials, clock });
        },
      }),
    );
};

type Openers = Record<'open' | 'openUnmigrated' | 'openToRead', OpenDatabase>;

/** Creates functions that open the configured store. `open` also migrates it; `openToRead` also accepts a standby. */
const createOpeners = ({ env }: CommandContext): Openers => {
  const openStore = async (acceptsStandby: boolean) => {
    const config = readConfig(env);
    createDataDir(config.dataDir);
    return openDatabase({ ...config, acceptsStandby });
  };
  const openUnmigrated: OpenDatabase = () => openStore(false);
  const open: OpenDatabase = async () => {
    const database = await openUnmigrated();
    await migrate(database, clock);
    return database;
  };
  return { open, openUnmigrated, openToRead: () => openStore(true) };
};

const getApiUrl = ({ env }: CommandContext): string => {
  const { apiPublicUrl, port } = readConfig(env);
  return apiPublicUrl ?? `http://localhost:${port}`;
};

const readWebApp = ({ env }: CommandContext): WebAppSettings => {
  const { deskUrl, apiPublicUrl, bffClient, dataDir } = readConfig(env);
  if (bffClient !== null) return { deskUrl, apiPublicUrl, client: bffClient, storeSecret: null };
  const client = readBffClient(dataDir);
  const storeSecret: WebAppSettings['storeSecret'] = (secret, work) =>
    replaceBffClient(dataDir, { ...client, secret }, work);
  return { deskUrl, apiPublicUrl, client, storeSecret };
};

const migrateCommand = (open: OpenDatabase, { stderr }: CommandContext): Command =>
  new Command('migrate')
    .description('migrate the database to this version; the API also does this at start')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const applied = await withDatabase(open, database =>
        migrate(database, clock, (progress, seconds) =>
          stderr.write(`${describeProgress(progress, 'tickets', seconds)}\n`),
        ),
      );
      printResult(
        command,
        { applied },
        applied.length === 0 ? ['The database is up to date.'] : applied.map(name => `Applied ${name}.`),
      );
    });

/** Describes an error, with its stack if it is unexpected. */
const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ([CommandError, ConfigError, NewerDatabaseError].some(kind => error instanceof kind)) return error.message;
  const outage = findStoreOutage(error);
  if (outage !== null) return `Failed: ${outageAdvice[outage]} (${error.message}).`;
  return error.stack ?? error.message;
};
