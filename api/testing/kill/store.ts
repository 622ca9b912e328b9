import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { checks } from '../../check/checks.ts';
import { runChecks } from '../../check/run-checks.ts';
import { openDatabase } from '../../database/open.ts';
import { addClient } from '../../oauth/testing/server.ts';
import { addAdministrators } from '../administrators.ts';
import { createTestDatabase } from '../postgres.ts';
import type { Program } from './account.ts';

/** A store that processes come and go on. */
export type KillStore = {
  engine: 'sqlite' | 'postgres';
  /** Leads a process to it. */
  environment: Record<string, string>;
  /** Of those who write, each of whom may do everything. */
  tokens: string[];
  /** The desk's own web app, and a program that somebody registered. */
  programs: readonly [Program, Program];
  /** What `desk check` finds. */
  findings(): Promise<string[]>;
  /** Ends every connection of the database, or kills the process of one, upon which Postgres starts all of them anew. */
  strikePostgres(how: 'connections' | 'server'): Promise<void>;
  remove(): Promise<void>;
};

type Place = Parameters<typeof openDatabase>[0];

const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gil', 'Hana'];

const webApp: Program = {
  ...{ clientId: 'desk-web-app', clientSecret: randomBytes(32).toString('hex') },
  ...{ redirectUri: 'http://localhost:3000/auth', graceSeconds: 60 },
};

const addProgram = async (place: Place): Promise<Program> => {
  const database = openDatabase(place);
  const { clientId, clientSecret, redirectUri } = await addClient(database, {
    scopes: ['people:read', 'people:write'],
  });
  await database.close();
  return { clientId, clientSecret: clientSecret ?? '', redirectUri, graceSeconds: 0 };
};

/** Who writes to it, and by which programs. */
const addWriters = async (place: Place) => ({
  tokens: await addAdministrators(place, names),
  programs: [webApp, await addProgram(place)] as const,
});

const ofWebApp = { OAUTH_CLIENT_ID: webApp.clientId, OAUTH_CLIENT_SECRET: webApp.clientSecret };

/** The store is opened for this alone: who starts after a kill is to be the first who opens it. */
const findingsAt = async (place: Place): Promise<string[]> => {
  const database = openDatabase(place);
  try {
    return (await runChecks(database, checks)).findings.map(({ sentence }) => sentence);
  } finally {
    await database.close();
  }
};

export const openKillStore = async (engine: KillStore['engine']): Promise<KillStore> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-kill-'));
  const removeFiles = () => rm(dataDir, { recursive: true, force: true });
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  if (engine === 'sqlite') {
    return {
      engine,
      environment: { DATA_DIR: dataDir, ...ofWebApp },
      ...(await addWriters({ dataDir })),
      findings: () => findingsAt({ dataDir }),
      strikePostgres: async () => {},
      remove: removeFiles,
    };
  }
  const { databaseUrl, drop } = await createTestDatabase();
  // The server of the tests answers before it has written anything, which is not what is tried here.
  await query(databaseUrl, `alter database ${new URL(databaseUrl).pathname.slice(1)} set synchronous_commit = on`);
  const place = { dataDir, databaseUrl };
  return {
    engine,
    environment: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...ofWebApp },
    ...(await addWriters(place)),
    findings: () => findingsAt(place),
    strikePostgres: how => strike[how](databaseUrl),
    remove: () => drop().then(removeFiles),
  };
};

const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

const strike = {
  async connections(url: string) {
    await query(url, `select pg_terminate_backend(pid) ${others}`);
  },
  async server(url: string) {
    const [victim] = await query<{ pid: number }>(url, `select pid ${others} limit 1`);
    if (victim !== undefined) process.kill(victim.pid, 'SIGKILL');
    await untilItAnswers(url);
  },
};

const untilItAnswers = async (url: string): Promise<void> => {
  const until = performance.now() + 20_000;
  for (;;) {
    const problem = await query(url, 'select 1').then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) return;
    if (performance.now() > until) throw problem;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
};

const query = async <Row>(connectionString: string, text: string): Promise<Row[]> => {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
};
