import { Command } from 'commander';
import { maxOverlapSeconds } from '#contract/client-limits';
import { CommandError, type OpenDatabase, printNote, printResult, withDatabase } from '../../command-line.ts';
import { commandActor } from '../../database/audit-log.ts';
import { isoTime } from '../../database/column-encoding.ts';
import type { Database } from '../../database/database.ts';
import { ensureBffClient } from './built-in-clients.ts';
import { generateClientSecret, replaceClientSecret } from './client-secret.ts';
import { listClients } from './clients.ts';
import { createDurationParser } from './duration.ts';

/** The web app's settings in this desk's environment. */
export type WebAppSettings = {
  /** The origin that browsers use. */
  deskUrl: string;
  /** The public base URL of the API; null if it is not set. */
  apiPublicUrl: string | null;
  client: { id: string; secret: string };
  /** Stores a new secret after `work` succeeds; null if the secret comes from a variable. */
  storeSecret: ((secret: string, work: () => Promise<void>) => Promise<void>) | null;
};

type Options = { rotate?: true; endsIn?: number };

/** `desk clients web-app`: prints the environment of a bff on a different machine. */
export const webAppCommand = (open: OpenDatabase, readWebApp: () => WebAppSettings, clock: () => number): Command =>
  new Command('web-app')
    .description('print the environment variables, with credentials, for a bff on a different machine')
    .option('--rotate', 'create a new secret first; the old secret expires immediately, or after --ends-in')
    .option(
      '--ends-in <duration>',
      'how long the old secret stays valid; restart every bff with the new secret within this time',
      createDurationParser({ min: 60, max: maxOverlapSeconds }),
    )
    .option('--json', 'print JSON')
    .action(async ({ rotate, endsIn }: Options, command: Command) => {
      if (endsIn !== undefined && !rotate) throw new CommandError('--ends-in requires --rotate.');
      const oldUntil = endsIn === undefined ? null : clock() + endsIn * 1000;
      const variables = await withDatabase(open, async database => {
        const { client, deskUrl, apiPublicUrl, storeSecret } = readWebApp();
        if (apiPublicUrl === null) throw new CommandError(missingApiPublicUrl);
        await ensureWebAppClient(database, { ...client, deskUrl }, clock);
        const secret = rotate ? generateClientSecret() : client.secret;
        if (rotate) {
          if (storeSecret === null) throw new CommandError(secretInEnvironment);
          await storeSecret(secret, () => {
            const replaced = { clientId: client.id, clientSecret: secret, oldUntil };
            return replaceClientSecret(database, replaced, commandActor(clock()));
          });
        }
        return toVariables({ deskUrl, apiPublicUrl, client: { ...client, secret } });
      });
      printResult(
        command,
        variables,
        Object.entries(variables).map(([name, value]) => `${name}=${quote(value)}`),
      );
      if (oldUntil !== null) printNote(command, `The old secret is valid until ${isoTime(oldUntil)}.`);
    });

/** Registers the web app if it is not registered yet. @throws CommandError if it is registered with another URL */
const ensureWebAppClient = async (
  database: Database,
  client: WebAppSettings['client'] & Pick<WebAppSettings, 'deskUrl'>,
  clock: () => number,
): Promise<void> => {
  const registeredClient = (await listClients(database.read)).find(({ clientId }) => clientId === client.id);
  if (registeredClient === undefined) return ensureBffClient(database, client, clock);
  const [registered = ''] = registeredClient.postLogoutRedirectUris.map(uri => new URL(uri).origin);
  if (registered === client.deskUrl) return;
  throw new CommandError(
    `PUBLIC_URL is ${client.deskUrl} here, but ${registered} in the running API: use the same value, or restart the API.`,
  );
};

const missingApiPublicUrl =
  'API_PUBLIC_URL is not set: set it and PUBLIC_URL to the values of the API. A bff on a different machine needs both.';

const secretInEnvironment =
  'The secret comes from OAUTH_CLIENT_SECRET. Change it there, restart the API, then restart the bff; everyone stays signed in.';

/** Quotes a value for `node --env-file`; only credentials that an operator chose need quotes. */
const quote = (value: string): string => {
  if (/^[\w.:/[\]-]*$/.test(value)) return value;
  // Node expands \n only between double quotes.
  const mark = ["'", '`', '"'].find(each => !value.includes(each));
  if (mark === undefined) throw new CommandError('A credential contains every kind of quote: use --json.');
  return mark + value + mark;
};

const toVariables = ({
  deskUrl,
  apiPublicUrl,
  client,
}: {
  deskUrl: string;
  apiPublicUrl: string;
  client: WebAppSettings['client'];
}) => ({
  PUBLIC_URL: deskUrl,
  API_PUBLIC_URL: apiPublicUrl,
  OAUTH_CLIENT_ID: client.id,
  OAUTH_CLIENT_SECRET: client.secret,
});
