import { Command } from 'commander';
import { type OpenDatabase, remark, say, table } from '../../command-line.ts';
import { isoTime } from '../../database/values.ts';
import { rotateClientSecret } from './client-secret.ts';
import { findClient, listClients, removeClient } from './clients.ts';
import { addClientCommand, setClientCommand } from './describe-client-commands.ts';
import { durationReader } from './duration-option.ts';
import { inStore } from './in-store.ts';
import { clientAsJson, clientLines, credentialLines, credentialsAsJson } from './show-client.ts';
import type { Client } from './stored-client.ts';

/** `desk clients …`: which programs may ask people to let them in. */
export const clientsCommand = (open: OpenDatabase): Command => {
  const clients = new Command('clients')
    .description('which programs may ask people to act for them')
    .addCommand(addClientCommand(open))
    .addCommand(setClientCommand(open));
  clients.addHelpText(
    'after',
    `
Examples:
  desk clients add "Night Shift" --redirect-uri https://program.example/back --scope "tickets:read tickets:write"
  desk clients add Kiosk --public --redirect-uri http://127.0.0.1:7000/back --refresh-end 8h
  desk clients set <client_id> --redirect-uri https://program.example/back https://new.example/back`,
  );

  clients
    .command('list')
    .description('show the registered programs')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const all = await inStore(open, ({ read }) => listClients(read));
      say(
        command,
        all.map(client => clientAsJson(client, Date.now())),
        table(['CLIENT ID', 'NAME', 'KIND', 'LIMIT', 'REDIRECT URIS'], all.map(columns)),
      );
    });

  clients
    .command('show <client_id>')
    .description('show everything about one program, but for its secret, which nobody can read any more')
    .option('--json', 'print JSON')
    .action(async (clientId: string, _options: unknown, command: Command) => {
      const now = Date.now();
      const client = await inStore(open, ({ read }) => findClient(read, clientId));
      say(command, clientAsJson(client, now), clientLines(client, now));
    });

  clients
    .command('rotate <client_id>')
    .description('give a program a new secret, printed this once; the old one ends at once, or after --ends-in')
    .option(
      '--ends-in <duration>',
      'the old one stays good beside it for so long, until each process has the new',
      endsIn,
    )
    .option('--json', 'print JSON')
    .action(async (clientId: string, options: { endsIn?: number }, command: Command) => {
      const oldUntil = options.endsIn === undefined ? null : Date.now() + options.endsIn * 1000;
      const made = await inStore(open, store => rotateClientSecret(store, clientId, oldUntil));
      say(command, credentialsAsJson(made), credentialLines(made));
      if (oldUntil !== null) remark(command, `The old secret is good until ${isoTime(oldUntil)}.`);
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

const endsIn = durationReader({ least: 60, most: 30 * 86_400 });

const columns = ({ clientId, name, kind, rateLimit, redirectUris }: Client): string[] => [
  clientId,
  name,
  kind,
  String(rateLimit ?? 'default'),
  redirectUris.join(' '),
];
