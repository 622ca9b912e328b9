import { Command, CommanderError } from 'commander';
import { ConfigError } from '#server/config-error';
import { backupCommand, restoreCommand } from './backup/commands.ts';
import { checkCommand } from './check/command.ts';
import { CommandError, type OpenDatabase, say, withDatabase } from './command-line.ts';
import { processConfig } from './config.ts';
import { createDataDir } from './data-dir.ts';
import { migrate, NewerDatabase } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { hashPassword } from './oauth/accounts/passwords.ts';
import { endAccess } from './oauth/accounts/people-access.ts';
import { clientsCommand } from './oauth/clients/clients-command.ts';
import { type WebApp, webAppCommand } from './oauth/clients/web-app-command.ts';
import { grantsCommand } from './oauth/grants/grants-command.ts';
import { keysCommand } from './oauth/keys/keys-command.ts';
import { tokensCommand } from './oauth/tokens/tokens-command.ts';
import { peopleCommand } from './people/command.ts';
import { sampleCommand } from './sample/command.ts';
import { readBffClient, replaceBffClient } from './secrets.ts';

const clock = Date.now;

const openUnmigrated: OpenDatabase = async () => {
  const config = processConfig();
  createDataDir(config.dataDir);
  return openDatabase(config);
};

const open: OpenDatabase = async () => {
  const database = await openUnmigrated();
  await migrate(database, clock);
  return database;
};

const readWebApp = (): WebApp => {
  const { deskUrl, publicUrl, bffClient, dataDir } = processConfig();
  if (bffClient !== null) return { deskUrl, publicUrl, client: bffClient, keepSecret: null };
  const client = readBffClient(dataDir);
  const keepSecret: WebApp['keepSecret'] = (secret, work) => replaceBffClient(dataDir, { ...client, secret }, work);
  return { deskUrl, publicUrl, client, keepSecret };
};

const migrateCommand = (): Command =>
  new Command('migrate')
    .description('bring the tables to what this version expects; the servers do so by themselves at start')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const applied = await withDatabase(openUnmigrated, database => migrate(database, clock));
      say(command, { applied }, applied.length === 0 ? ['Nothing to do.'] : applied.map(name => `Applied ${name}.`));
    });

const desk = new Command('desk')
  .description(
    "Stardesk's administrator's tool. It reads the same environment as the servers and works while they run.",
  )
  .addCommand(peopleCommand({ open, hashPassword, endAccess, clock }))
  .addCommand(clientsCommand(open).addCommand(webAppCommand(open, readWebApp, clock)))
  .addCommand(tokensCommand(open))
  .addCommand(grantsCommand(open))
  .addCommand(keysCommand(open))
  .addCommand(sampleCommand(open))
  .addCommand(migrateCommand())
  .addCommand(checkCommand(openUnmigrated))
  .addCommand(backupCommand(openUnmigrated, clock))
  .addCommand(restoreCommand(openUnmigrated, clock));

/** What the administrator can act on. */
const explain = (error: unknown): string => {
  const expected = [CommandError, ConfigError, NewerDatabase].some(kind => error instanceof kind);
  if (error instanceof Error) return expected ? error.message : (error.stack ?? error.message);
  return String(error);
};

try {
  await desk.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) console.error(explain(error));
  process.exitCode = 1;
}
