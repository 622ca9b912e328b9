import { createServer } from 'node:http';
import express from 'express';
import { type Role, roles } from '#contract/enums';
import { listen } from '#server/testing/listen';
import { commandActor } from '../../database/audit-log.ts';
import { encodeEnum } from '../../database/column-encoding.ts';
import { incrementCounter, nextId } from '../../database/counters.ts';
import type { Database } from '../../database/database.ts';
import { errorWriter } from '../../http/error-writer.ts';
import { createRequestContext } from '../../http/request-context.ts';
import { requestId, sendRequestId } from '../../http/request-id.ts';
import { securityHeaders } from '../../http/security-headers.ts';
import { createLog } from '../../log.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { testSecretKeys } from '../../testing/secret-keys.ts';
import { type WireSecrets, watchSecrets } from '../../testing/wire-secrets.ts';
import { ensureBffClient } from '../clients/built-in-clients.ts';
import type { ClientCredentials } from '../clients/client-secret.ts';
import { registerClient } from '../clients/clients.ts';
import type { Registration } from '../clients/registration.ts';
import { createOAuth, type OAuth } from '../oauth.ts';
import { oauthErrors } from '../oauth-errors.ts';
import { cheapHash, isWeakTestHash, testPassword } from './cheap-hash.ts';

/** An authorization server on its own port. */
export type TestServer = {
  url: string;
  oauth: OAuth;
  /** All log lines of the server. */
  logLines: string[];
  /** Secrets that its connections have carried. */
  secrets: WireSecrets;
  /** Stops the server. Throws if its log contains a secret of its connections. */
  close(): Promise<void>;
};

type TestSettings = {
  clock?: () => number;
  prefix?: string;
  apiPublicUrl?: string;
  deskUrl?: string;
  limits?: { perMinute: number; ipPerMinute: number };
};

/**
 * Starts a server on a migrated store. `prefix` is the path of API_PUBLIC_URL, `apiPublicUrl` a fictional public URL,
 * `deskUrl` the web app's URL, to which the server's pages link.
 */
export const startOAuthServer = async (
  database: Database,
  { clock = Date.now, prefix = '', apiPublicUrl, deskUrl, limits }: TestSettings = {},
): Promise<TestServer> => {
  const logLines: string[] = [];
  const context = createRequestContext();
  const log = createLog('trace', { context, destination: { write: line => void logLines.push(line) } });
  const app = express().set('query parser', false);
  const server = createServer(app);
  const wireSecrets = watchSecrets(server);
  const url = `http://localhost:${await listen(server)}${prefix}`;
  const issuerUrl = apiPublicUrl ?? url;
  const optional = { ...(deskUrl && { deskUrl }), ...(limits && { limits }) };
  const secrets = createSecrets(testSecretKeys);
  const parts = { database, clock, log, apiPublicUrl: issuerUrl, secrets, isWeakHash: isWeakTestHash };
  const oauth = await createOAuth({ ...parts, ...optional });
  app.use(requestId(log, context), sendRequestId(context), securityHeaders(issuerUrl));
  app.use(prefix || '/', oauth.handler, oauthErrors(log));
  app.use(errorWriter(log));
  const close = async () => {
    await new Promise(resolve => {
      server.close(resolve);
      server.closeAllConnections();
    });
    wireSecrets.expectNoneIn(logLines);
  };
  return { url, oauth, logLines, secrets: wireSecrets, close };
};

/** A person who can sign in. */
export type TestPerson = { id: string; email: string; password: string };

/** Adds a person with the password of all tests. */
export const addPerson = async (database: Database, email: string, role: Role = 'agent'): Promise<TestPerson> => {
  return database.transaction(async writes => {
    const id = await nextId(writes, 'person');
    await writes
      .insertInto('people')
      .values({
        id,
        version: 1,
        created_at: 0,
        updated_at: 0,
        name: 'Mara Okafor',
        email,
        email_key: email.toLowerCase(),
        role: encodeEnum(roles, role),
        disabled: 0,
        password_hash: cheapHash,
      })
      .execute();
    await incrementCounter(writes, 'people.changes');
    return { id, email, password: testPassword };
  });
};

/** Registers the bff's client as the first start does. */
export const addBffClient = async (database: Database) => {
  const client = { id: 'bff-0123456789abcdef', secret: '0123456789abcdef'.repeat(4), deskUrl: 'http://localhost:3000' };
  await ensureBffClient(database, client, Date.now);
  return { clientId: client.id, clientSecret: client.secret, redirectUri: `${client.deskUrl}/auth` };
};

export const addClient = async (
  database: Database,
  registration: Partial<Registration> = {},
): Promise<ClientCredentials & { redirectUri: string }> => {
  const redirectUri = 'https://program.example/back';
  const defaults: Registration = {
    name: 'Night Shift',
    redirectUris: [redirectUri],
    kind: 'confidential',
    scopes: ['tickets:read', 'tickets:write', 'people:read'],
  };
  const credentials = await registerClient(database, { ...defaults, ...registration }, commandActor(Date.now()));
  return { ...credentials, redirectUri: registration.redirectUris?.[0] ?? redirectUri };
};
