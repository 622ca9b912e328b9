import { Command } from 'commander';
import { type OpenDatabase, say, table } from '../command-line.ts';
import { rotateClientSecret } from './client-secret.ts';
import { findClient, listClients, removeClient } from './clients.ts';
import { addClientCommand, setClientCommand } from './describe-client-commands.ts';
import { inStore } from './in-store.ts';
import { clientAsJson, clientLines, credentialLines, credentialsAsJson } from './show-client.ts';
import type { Client } from './stored-client.ts';

/** `desk clients …`: which programs may ask people to let them in. */
export const clientsCommand = (open: OpenDatabase): Command => {
  const clients = new Command('clients')
    .description('which programs may ask people to act for them')
    .addCommand(addClientCommand(open))
    .addCommand(setClientCommand(open));
  clients
    .command('list')
    .description('show the registered programs')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const all = await inStore(open, ({ read }) => listClients(read));
      say(
        command,
        all.map(clientAsJson),
        table(['CLIENT ID', 'NAME', 'KIND', 'LIMIT', 'REDIRECT URIS'], all.map(columns)),
      );
    });

  clients
    .command('show <client_id>')
    .description('show everything about one program, but for its secret, which nobody can read any more')
    .option('--json', 'print JSON')
    .action(async (clientId: string, _options: unknown, command: Command) => {
      const client = await inStore(open, ({ read }) => findClient(read, clientId));
      say(command, clientAsJson(client), clientLines(client));
    });

  clients
    .command('rotate <client_id>')
    .description('give a program a new secret, printed this once; the old one ends at once')
    .option('--json', 'print JSON')
    .action(async (clientId: string, _options: unknown, command: Command) => {
      const made = await inStore(open, store => rotateClientSecret(store, clientId));
      say(command, credentialsAsJson(made), credentialLines(made));
    });

  clients
    .command('remove <client_id>')
    .description('forget a program and end every token it was given')
    .option('--json', 'print JSON')
    .action(async (clientId: string, _options: unknown, command: Command) => {
      await inStore(open, store => removeClient(store, clientId));
      say(command, { removed: clientId }, [`Removed ${clientId} and every token it was given.`]);
    });

  return clients;
};

const columns = ({ clientId, name, kind, rateLimit, redirectUris }: Client): string[] => [
  clientId,
  name,
  kind,
  String(rateLimit ?? 'default'),
  redirectUris.join(' '),
];
