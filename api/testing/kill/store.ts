import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { checks } from '../../check/checks.ts';
import { runChecks } from '../../check/run-checks.ts';
import { openDatabase } from '../../database/open.ts';
import { addAdministrators } from '../administrators.ts';
import { createTestDatabase } from '../postgres.ts';

/** A store that processes come and go on. */
export type KillStore = {
  engine: 'sqlite' | 'postgres';
  /** Leads a process to it. */
  environment: Record<string, string>;
  /** Of those who write, each of whom may do everything. */
  tokens: string[];
  /** What `desk check` finds. */
  findings(): Promise<string[]>;
  /** Ends every connection of the database, or kills the process of one, upon which Postgres starts all of them anew. */
  strikePostgres(how: 'connections' | 'server'): Promise<void>;
  remove(): Promise<void>;
};

type Place = Parameters<typeof openDatabase>[0];

const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gil', 'Hana'];

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
      environment: { DATA_DIR: dataDir },
      tokens: await addAdministrators({ dataDir }, names),
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
    environment: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    tokens: await addAdministrators(place, names),
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
