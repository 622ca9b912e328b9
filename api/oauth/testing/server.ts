import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Role } from '#contract/vocabulary';
import { roles } from '#contract/vocabulary';
import { advance, nextId } from '../../database/counters.ts';
import type { Database } from '../../database/database.ts';
import { rankOf } from '../../database/values.ts';
import { errorWriter } from '../../http/error-writer.ts';
import { createRequestContext } from '../../http/request-context.ts';
import { requestId } from '../../http/request-id.ts';
import { securityHeaders } from '../../http/security-headers.ts';
import { createLog } from '../../log.ts';
import { type WireSecrets, watchSecrets } from '../../testing/wire-secrets.ts';
import { ensureBffClient } from '../clients/bff-client.ts';
import type { Credentials } from '../clients/client-secret.ts';
import { registerClient } from '../clients/clients.ts';
import type { Registration } from '../clients/registration.ts';
import { createOAuth, type OAuth } from '../oauth.ts';
import { oauthErrors } from '../oauth-errors.ts';
import { cheapHash, isWeakInTests, testPassword } from './cheap-hash.ts';

/** An authorization server on a port of its own, and what is registered with it. */
export type TestServer = {
  url: string;
  oauth: OAuth;
  /** Every line it has logged. */
  logged: string[];
  /** What has crossed the wire that nobody else may know. */
  secrets: WireSecrets;
  /** Ends it. Throws when a secret that crossed the wire is in its log. */
  close(): Promise<void>;
};

type TestSettings = {
  clock?: () => number;
  prefix?: string;
  publicUrl?: string;
  deskUrl?: string;
  limits?: { perMinute: number; ipPerMinute: number };
};

/** Starts one on a migrated store; `prefix` is the path API_PUBLIC_URL carries, `publicUrl` an address that is not really there, `deskUrl` where its pages say the desk is. */
export const startServer = async (
  database: Database,
  { clock = Date.now, prefix = '', publicUrl, deskUrl, limits }: TestSettings = {},
): Promise<TestServer> => {
  const logged: string[] = [];
  const context = createRequestContext();
  const log = createLog('trace', { context, destination: { write: line => void logged.push(line) } });
  const app = express().set('query parser', false);
  const server = createServer(app).listen(0, '127.0.0.1');
  const secrets = watchSecrets(server);
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}${prefix}`;
  const told = { ...(deskUrl && { deskUrl }), ...(limits && { limits }) };
  const oauth = await createOAuth({
    database,
    clock,
    log,
    publicUrl: publicUrl ?? url,
    isWeakHash: isWeakInTests,
    ...told,
  });
  app.use(requestId(log, context), securityHeaders(publicUrl ?? url));
  app.use(prefix || '/', oauth.handler, oauthErrors(log));
  app.use(errorWriter(log));
  const close = async () => {
    await new Promise(resolve => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await oauth.close();
    secrets.expectNoneIn(logged);
  };
  return { url, oauth, logged, secrets, close };
};

/** Somebody who can sign in. */
export type TestPerson = { id: string; email: string; password: string };

/** Everybody has the same password. */
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
        role: rankOf(roles, role),
        disabled: 0,
        password_hash: cheapHash,
      })
      .execute();
    await advance(writes, 'people.changes');
    return { id, email, password: testPassword };
  });
};

/** The bff's client, as the first start registers it. */
export const addBffClient = async (database: Database) => {
  const client = { id: 'bff-0123456789abcdef', secret: '0123456789abcdef'.repeat(4), deskUrl: 'http://localhost:3000' };
  await ensureBffClient(database, client, Date.now);
  return { clientId: client.id, clientSecret: client.secret, redirectUri: `${client.deskUrl}/auth` };
};

/** A program somebody registered. */
export const addClient = async (
  database: Database,
  registration: Partial<Registration> = {},
): Promise<Credentials & { redirectUri: string }> => {
  const redirectUri = 'https://program.example/back';
  const made = await registerClient(
    database,
    {
      name: 'Night Shift',
      redirectUris: [redirectUri],
      kind: 'confidential',
      scopes: ['tickets:read', 'tickets:write', 'people:read'],
      ...registration,
    },
    Date.now(),
  );
  return { ...made, redirectUri: registration.redirectUris?.[0] ?? redirectUri };
};
