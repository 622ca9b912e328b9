import { Command } from 'commander';
import { type Scope, scopes } from '#contract/vocabulary';
import { CommandError, type OpenDatabase, say, table, withDatabase } from '../command-line.ts';
import { isoTime } from '../database/values.ts';
import { type Credentials, rotateClientSecret } from './client-secret.ts';
import { listClients, registerClient, removeClient, setRateLimit } from './clients.ts';
import { readRateLimit } from './rate-limit-option.ts';
import type { Registration } from './registration.ts';
import { RegistrationError } from './registration-error.ts';
import { readScopes } from './scope-option.ts';

type AddOptions = { redirectUri: string[]; public?: true; implicit?: true; scope: Scope[]; rateLimit?: number };

/** `desk clients …`: which programs may ask people to let them in. */
export const clientsCommand = (open: OpenDatabase): Command => {
  const clients = new Command('clients').description('which programs may ask people to act for them');

  clients
    .command('add <name>')
    .description('register a program; prints its client_id and client_secret, this once')
    .requiredOption('--redirect-uri <uri...>', 'where people come back to, matched exactly')
    .option('--public', 'a program that cannot keep a secret: it uses PKCE')
    .option('--implicit', 'a page that takes the token from the fragment; prefer --public (RFC 9700, 2.1.2)')
    .option('--scope <scopes>', 'what it may ever be granted, separated by spaces', readScopes, [...scopes])
    .option('--rate-limit <requests>', 'a minute, of one person through it; as many as the desk gives', readRateLimit)
    .option('--json', 'print JSON')
    .action(async (name: string, options: AddOptions, command: Command) => {
      const { redirectUri: redirectUris, scope, rateLimit } = options;
      const limit = rateLimit === undefined ? {} : { rateLimit };
      const registration = { name, redirectUris, kind: kindOf(options), scopes: scope, ...limit };
      const made = await explained(() => withDatabase(open, store => registerClient(store, registration, Date.now())));
      say(command, credentials(made), credentialLines(made));
    });

  clients
    .command('list')
    .description('show the registered programs')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const all = await withDatabase(open, ({ read }) => listClients(read));
      const rows = all.map(each => [
        each.clientId,
        each.name,
        each.kind,
        String(each.rateLimit ?? 'default'),
        each.redirectUris.join(' '),
      ]);
      const shown = all.map(({ clientId, name, kind, redirectUris, scopes: granted, createdAt, rateLimit }) => ({
        client_id: clientId,
        name,
        kind,
        redirect_uris: redirectUris,
        scopes: granted,
        rate_limit: rateLimit,
        created_at: isoTime(createdAt),
      }));
      say(command, shown, table(['CLIENT ID', 'NAME', 'KIND', 'LIMIT', 'REDIRECT URIS'], rows));
    });

  clients
    .command('rotate <client_id>')
    .description('give a program a new secret, printed this once; the old one ends at once')
    .option('--json', 'print JSON')
    .action(async (clientId: string, _options: unknown, command: Command) => {
      const made = await explained(() => withDatabase(open, store => rotateClientSecret(store, clientId)));
      say(command, credentials(made), credentialLines(made));
    });

  clients
    .command('set-rate-limit <client_id> <requests>')
    .description('how many requests a minute one person has through a program; "default" for as many as the desk gives')
    .option('--json', 'print JSON')
    .action(async (clientId: string, requests: string, _options: unknown, command: Command) => {
      const rateLimit = requests === 'default' ? null : readRateLimit(requests);
      await explained(() => withDatabase(open, store => setRateLimit(store, clientId, rateLimit)));
      const line = rateLimit === null ? 'the limit of the desk' : `${rateLimit} requests a minute`;
      say(command, { client_id: clientId, rate_limit: rateLimit }, [`${clientId} now has ${line}.`]);
    });

  clients
    .command('remove <client_id>')
    .description('forget a program and end every token it was given')
    .option('--json', 'print JSON')
    .action(async (clientId: string, _options: unknown, command: Command) => {
      await explained(() => withDatabase(open, store => removeClient(store, clientId)));
      say(command, { removed: clientId }, [`Removed ${clientId} and every token it was given.`]);
    });

  return clients;
};

const kindOf = (options: AddOptions): Registration['kind'] => {
  if (options.public && options.implicit) throw new CommandError('--public and --implicit exclude each other.');
  return options.implicit ? 'implicit' : options.public ? 'public' : 'confidential';
};

const credentials = ({ clientId, clientSecret }: Credentials) => ({
  client_id: clientId,
  ...(clientSecret !== null && { client_secret: clientSecret }),
});

/** As a shell takes them: eval "$(desk clients add …)". Both are hex. */
const credentialLines = (made: Credentials): string[] =>
  Object.entries(credentials(made)).map(([name, value]) => `${name}=${value}`);

const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RegistrationError ? new CommandError(error.message) : error;
  }
};
