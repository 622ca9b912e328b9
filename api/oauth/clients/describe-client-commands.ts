import { Command } from 'commander';
import { scopes } from '#contract/vocabulary';
import { CommandError, type OpenDatabase, say } from '../../command-line.ts';
import { changeClient } from './change-client.ts';
import { type ClientOptions, describedBy, redirectUriWords, withClientOptions } from './client-options.ts';
import { registerClient } from './clients.ts';
import { inStore } from './in-store.ts';
import type { Registration } from './registration.ts';
import { clientAsJson, clientLines, credentialLines, credentialsAsJson } from './show-client.ts';

type AddOptions = ClientOptions & { redirectUri: string[]; public?: true; implicit?: true };

/** `desk clients add`: registers a program. */
export const addClientCommand = (open: OpenDatabase): Command => {
  const add = new Command('add')
    .argument('<name>')
    .description('register a program; prints its client_id and client_secret, this once')
    .requiredOption('--redirect-uri <uri...>', redirectUriWords)
    .option('--public', 'a program that cannot keep a secret, such as a page or an app: it proves itself by PKCE')
    .option('--implicit', 'a page that takes the token from the fragment; prefer --public (RFC 9700, 2.1.2)');
  return withClientOptions(add, true).action(async (name: string, options: AddOptions, command: Command) => {
    const usual = { redirectUris: options.redirectUri, scopes: [...scopes] };
    const registration = { ...usual, ...describedBy(options), name, kind: kindOf(options) };
    const made = await inStore(open, store => registerClient(store, registration, Date.now()));
    say(command, credentialsAsJson(made), credentialLines(made));
  });
};

const kindOf = (options: AddOptions): Registration['kind'] => {
  if (options.public && options.implicit) throw new CommandError('--public and --implicit exclude each other.');
  return options.implicit ? 'implicit' : options.public ? 'public' : 'confidential';
};

/** `desk clients set`: changes what is named of a program. */
export const setClientCommand = (open: OpenDatabase): Command => {
  const set = new Command('set')
    .argument('<client_id>')
    .description(
      'change what is named of a program; the rest stays, its client_id, its secret and the sign-ins of its people too',
    )
    .option('--name <name>', 'what people are told it is called')
    .option('--redirect-uri <uri...>', `${redirectUriWords}; all of them, in place of those before`);
  return withClientOptions(set, false).action(async (clientId: string, options: ClientOptions, command: Command) => {
    const change = describedBy(options);
    if (Object.keys(change).length === 0) {
      throw new CommandError('Name what is to change; "desk clients set --help" shows what can be.');
    }
    const now = Date.now();
    const client = await inStore(open, store => changeClient(store, clientId, change));
    say(command, clientAsJson(client, now), clientLines(client, now));
  });
};
