import { Command } from 'commander';
import { CommandError, type OpenDatabase, remark, say } from '../../command-line.ts';
import type { Database } from '../../database/database.ts';
import { isoTime } from '../../database/values.ts';
import { ensureBffClient } from './bff-client.ts';
import { makeSecret, replaceSecret } from './client-secret.ts';
import { listClients } from './clients.ts';
import { durationReader } from './duration-option.ts';
import { inStore } from './in-store.ts';

/** What this desk's environment says of its web app. */
export type WebApp = {
  /** Origin where browsers reach it. */
  deskUrl: string;
  /** Base of the API as the world sees it; null where it is not set. */
  publicUrl: string | null;
  client: { id: string; secret: string };
  /** Keeps another secret once `work` is done; null where a variable says which one it is. */
  keepSecret: ((secret: string, work: () => Promise<void>) => Promise<void>) | null;
};

type Options = { rotate?: true; endsIn?: number };

/** `desk clients web-app`: what the desk's own web app is told on a machine of its own. */
export const webAppCommand = (open: OpenDatabase, readWebApp: () => WebApp, clock: () => number): Command =>
  new Command('web-app')
    .description('print the variables of a bff on another machine, its credentials among them')
    .option('--rotate', 'give it a new secret first; the old one ends at once, or after --ends-in')
    .option(
      '--ends-in <duration>',
      'the old one stays good beside the new for so long, until each bff has been started with it',
      durationReader({ least: 60, most: 30 * 86_400 }),
    )
    .option('--json', 'print JSON')
    .action(async ({ rotate, endsIn }: Options, command: Command) => {
      if (endsIn !== undefined && !rotate) throw new CommandError('--ends-in goes with --rotate.');
      const oldUntil = endsIn === undefined ? null : clock() + endsIn * 1000;
      const variables = await inStore(open, async database => {
        const { client, deskUrl, publicUrl, keepSecret } = readWebApp();
        if (publicUrl === null) throw new CommandError(unknownAddresses);
        await requireRegisteredAs(database, { ...client, deskUrl }, clock);
        const secret = rotate ? makeSecret() : client.secret;
        if (rotate) {
          if (keepSecret === null) throw new CommandError(secretInEnvironment);
          await keepSecret(secret, () => replaceSecret(database, client.id, secret, oldUntil));
        }
        return variablesOf({ deskUrl, publicUrl, client: { ...client, secret } });
      });
      say(
        command,
        variables,
        Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`),
      );
      if (oldUntil !== null) remark(command, `The old secret is good until ${isoTime(oldUntil)}.`);
    });

/** Registers it where no api has been started yet; one that runs keeps what it has registered. @throws CommandError */
const requireRegisteredAs = async (
  database: Database,
  client: WebApp['client'] & Pick<WebApp, 'deskUrl'>,
  clock: () => number,
): Promise<void> => {
  const known = (await listClients(database.read)).find(({ clientId }) => clientId === client.id);
  if (known === undefined) return ensureBffClient(database, client, clock);
  const [registered = ''] = known.postLogoutRedirectUris;
  if (new URL(registered).origin === client.deskUrl) return;
  throw new CommandError(
    `PUBLIC_URL is ${client.deskUrl} here, and was ${registered} when the api was started: set it alike, or start the api again.`,
  );
};

const unknownAddresses =
  'API_PUBLIC_URL is not set: set it, and PUBLIC_URL, as they are for the api. A bff elsewhere has to be told both.';

const secretInEnvironment =
  'OAUTH_CLIENT_SECRET is set, so that is where the secret is. Change it there, and start the api and then the bff again; nobody is signed out.';

/** As `node --env-file` reads it back. What the server makes needs no quotes; a secret of somebody's own may. */
const quoted = (value: string): string => {
  if (/^[\w.:/[\]-]*$/.test(value)) return value;
  const quote = ["'", '"', '`'].find(mark => !value.includes(mark));
  if (quote === undefined) throw new CommandError('OAUTH_CLIENT_SECRET holds every kind of quote: --json prints it.');
  return quote + value + quote;
};

/** As an environment file has them. */
const variablesOf = ({
  deskUrl,
  publicUrl,
  client,
}: {
  deskUrl: string;
  publicUrl: string;
  client: WebApp['client'];
}) => ({
  PUBLIC_URL: deskUrl,
  API_PUBLIC_URL: publicUrl,
  OAUTH_CLIENT_ID: client.id,
  OAUTH_CLIENT_SECRET: client.secret,
});
