import { Command } from 'commander';
import { scopes } from '#contract/enums';
import { CommandError, type OpenDatabase, printResult, withDatabase } from '../../command-line.ts';
import { addClientOptions, type ClientOptions, redirectUriHelp, toClientChange } from './client-options.ts';
import { registerClient, updateClient } from './clients.ts';
import {
  formatClientAsJson,
  formatClientLines,
  formatCredentialLines,
  formatCredentialsAsJson,
} from './format-client.ts';
import type { Registration } from './registration.ts';

type AddOptions = ClientOptions & { redirectUri: string[]; public?: true; implicit?: true };

/** `desk clients add`: registers a client. */
export const addClientCommand = (open: OpenDatabase): Command => {
  const add = new Command('add')
    .argument('<name>')
    .description('register a client; prints its client_id and client_secret, only now')
    .requiredOption('--redirect-uri <uri...>', redirectUriHelp)
    .option('--public', 'a client that cannot store a secret, such as a page or a mobile app; it authenticates by PKCE')
    .option('--implicit', 'a page that reads the token from the URL fragment; prefer --public (RFC 9700, 2.1.2)');
  return addClientOptions(add, true).action(async (name: string, options: AddOptions, command: Command) => {
    const defaults = { redirectUris: options.redirectUri, scopes: [...scopes] };
    const registration = { ...defaults, ...toClientChange(options), name, kind: toKind(options) };
    const made = await withDatabase(open, store => registerClient(store, registration, Date.now()));
    printResult(command, formatCredentialsAsJson(made), formatCredentialLines(made));
  });
};

const toKind = (options: AddOptions): Registration['kind'] => {
  if (options.public && options.implicit) throw new CommandError('--public and --implicit exclude each other.');
  return options.implicit ? 'implicit' : options.public ? 'public' : 'confidential';
};

/** `desk clients set`: updates the given settings of a client. */
export const setClientCommand = (open: OpenDatabase): Command => {
  const set = new Command('set')
    .argument('<client_id>')
    .description('change settings of a client; its client_id, secret, sign-ins and all other settings stay')
    .option('--name <name>', 'the name that people see')
    .option('--redirect-uri <uri...>', `${redirectUriHelp}; replaces all current ones`);
  return addClientOptions(set, false).action(async (clientId: string, options: ClientOptions, command: Command) => {
    const change = toClientChange(options);
    if (Object.keys(change).length === 0) {
      throw new CommandError('Nothing to change: give at least one option; "desk clients set --help" lists them.');
    }
    const now = Date.now();
    const client = await withDatabase(open, store => updateClient(store, clientId, change));
    printResult(command, formatClientAsJson(client, now), formatClientLines(client, now));
  });
};
