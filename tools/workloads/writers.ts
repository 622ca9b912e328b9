import { randomBytes } from 'node:crypto';
import { openDatabase } from '../../api/database/open-database.ts';
import { addClient } from '../../api/oauth/testing/oauth-server.ts';
import { addAdministrators } from '../../api/testing/administrators.ts';
import type { TestClient } from './account.ts';

type StoreOptions = Parameters<typeof openDatabase>[0];

/** The credentials that the workloads write with. */
export type Writers = {
  /** Tokens of administrators with all scopes. */
  tokens: string[];
  /** The desk's web app, and a registered OAuth client. */
  clients: readonly [TestClient, TestClient];
};

const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gil', 'Hana'];

const webApp: TestClient = {
  ...{ clientId: 'desk-web-app', clientSecret: randomBytes(32).toString('hex') },
  ...{ redirectUri: 'http://localhost:3000/auth', graceSeconds: 60 },
};

/** Environment variables of the API for the client of the web app. */
export const webAppEnvironment = { OAUTH_CLIENT_ID: webApp.clientId, OAUTH_CLIENT_SECRET: webApp.clientSecret };

/**
 * Adds the administrators and the OAuth clients.
 *
 * @param redirectUri the web app's, if the API has a PUBLIC_URL
 */
export const addWriters = async (options: StoreOptions, redirectUri = webApp.redirectUri): Promise<Writers> => ({
  tokens: await addAdministrators(options, names),
  clients: [{ ...webApp, redirectUri }, await addRegisteredClient(options)] as const,
});

const addRegisteredClient = async (options: StoreOptions): Promise<TestClient> => {
  const database = openDatabase(options);
  const { clientId, clientSecret, redirectUri } = await addClient(database, {
    scopes: ['people:read', 'people:write'],
  });
  await database.close();
  return { clientId, clientSecret: clientSecret ?? '', redirectUri, graceSeconds: 0 };
};
