import { Command } from 'commander';
import { maxOverlapSeconds } from '#contract/client-limits';
import {
  CommandError,
  formatTable,
  type OpenDatabase,
  printNote,
  printResult,
  withDatabase,
} from '../../command-line.ts';
import { commandActor } from '../../database/audit-log.ts';
import { isoTime } from '../../database/column-encoding.ts';
import { defaultScopes } from '../scopes.ts';
import { addClientOptions, type ClientOptions, optionsToClientChange, redirectUriHelp } from './client-options.ts';
import { rotateClientSecret } from './client-secret.ts';
import { listClients, registerClient, removeClient, requireClient, updateClient } from './clients.ts';
import { createDurationParser } from './duration.ts';
import { formatClientAsJson, printClient, printCredentials } from './format-client.ts';
import type { Registration } from './registration.ts';
import type { Client } from './stored-client.ts';

/** `desk clients …`: registers and manages OAuth clients. */
export const clientsCommand = (open: OpenDatabase): Command => {
  const clients = new Command('clients')
    .description('manage OAuth clients: apps that sign people in and act for them')
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
    .description('list all clients')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const registeredClients = await withDatabase(open, ({ read }) => listClients(read));
      printResult(
        command,
        registeredClients.map(client => formatClientAsJson(client, Date.now())),
        formatTable(['CLIENT ID', 'NAME', 'KIND', 'LIMIT', 'REDIRECT URIS'], registeredClients.map(toTableRow)),
      );
    });

  clients
    .command('show <client_id>')
    .description('show one client, without its secret, which cannot be read again')
    .option('--json', 'print JSON')
    .action(async (clientId: string, _options: unknown, command: Command) => {
      printClient(command, await withDatabase(open, ({ read }) => requireClient(read, clientId)));
    });

  clients
    .command('rotate <client_id>')
    .description(
      'replace the secret of a client, and print the new secret once; the old secret expires immediately, or after --ends-in',
    )
    .option(
      '--ends-in <duration>',
      'how long the old secret stays valid, so that every process has time to switch',
      endsIn,
    )
    .option('--json', 'print JSON')
    .action(async (clientId: string, options: { endsIn?: number }, command: Command) => {
      const oldUntil = options.endsIn === undefined ? null : Date.now() + options.endsIn * 1000;
      printCredentials(
        command,
        await withDatabase(open, store => rotateClientSecret(store, clientId, commandActor(Date.now()), oldUntil)),
      );
      if (oldUntil !== null) printNote(command, `The old secret is valid until ${isoTime(oldUntil)}.`);
    });

  clients
    .command('remove <client_id>')
    .description('delete a client and revoke all its tokens')
    .option('--json', 'print JSON')
    .action(async (clientId: string, _options: unknown, command: Command) => {
      await withDatabase(open, store => removeClient(store, clientId, commandActor(Date.now())));
      printResult(command, { removed: clientId }, [`Removed ${clientId} and revoked all its tokens.`]);
    });

  return clients;
};

const endsIn = createDurationParser({ min: 60, max: maxOverlapSeconds });

const toTableRow = ({ clientId, name, kind, rateLimit, redirectUris }: Client): string[] => [
  clientId,
  name,
  kind,
  String(rateLimit ?? 'default'),
  redirectUris.join(' '),
];

type AddOptions = ClientOptions & { redirectUri: string[]; public?: true; implicit?: true };

/** `desk clients add`: registers a client. */
const addClientCommand = (open: OpenDatabase): Command => {
  const add = new Command('add')
    .argument('<name>')
    .description('register a client; prints its client_id and client_secret; the secret is printed only once')
    .requiredOption('--redirect-uri <uri...>', redirectUriHelp)
    .option('--public', 'a client that cannot store a secret, such as a page or a mobile app; it uses PKCE')
    .option('--implicit', 'a page that reads the token from the URL fragment; prefer --public (RFC 9700, 2.1.2)');
  return addClientOptions(add, true).action(async (name: string, options: AddOptions, command: Command) => {
    const defaults = { redirectUris: options.redirectUri, scopes: [...defaultScopes] };
    const registration = { ...defaults, ...optionsToClientChange(options), name, kind: toKind(options) };
    printCredentials(
      command,
      await withDatabase(open, store => registerClient(store, registration, commandActor(Date.now()))),
    );
  });
};

const toKind = (options: AddOptions): Registration['kind'] => {
  if (options.public && options.implicit) throw new CommandError('--public and --implicit exclude each other.');
  return options.implicit ? 'implicit' : options.public ? 'public' : 'confidential';
};

/** `desk clients set`: updates the given settings of a client. */
const setClientCommand = (open: OpenDatabase): Command => {
  const set = new Command('set')
    .argument('<client_id>')
    .description('change settings of a client; its client_id, secret, sign-ins and all other settings stay')
    .option('--name <name>', 'the name that people see')
    .option('--redirect-uri <uri...>', `${redirectUriHelp}; replaces all current URIs`);
  return addClientOptions(set, false).action(async (clientId: string, options: ClientOptions, command: Command) => {
    const change = optionsToClientChange(options);
    if (Object.keys(change).length === 0) {
      throw new CommandError('Nothing to change: use at least one option; "desk clients set --help" lists them.');
    }
    printClient(
      command,
      await withDatabase(open, store => updateClient(store, clientId, change, commandActor(Date.now()))),
    );
  });
};
