import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../../api/database/open-database.ts';
import { isCompleteFile } from '../../api/files/database-driver.ts';
import { decodeLocation, type FileDriverName, type FileLocation } from '../../api/files/driver.ts';
import { commitToDisk, createTestDatabase } from '../../api/testing/postgres.ts';
import { listFindings } from '../workloads/list-findings.ts';
import { addWriters, type Writers, webAppEnvironment } from '../workloads/writers.ts';

/** A store that outlives the killed processes. */
export type KillStore = Writers & {
  engine: 'sqlite' | 'postgres';
  /** Environment variables for a process on this store. */
  environment: Record<string, string>;
  /** Expires the leases of killed processes. A run cannot wait for a minute each time. */
  expireLeases(): Promise<void>;
  /** Returns the findings of `desk check --files`. */
  listFindings(): Promise<string[]>;
  /** Counts the stored files by location. */
  countFiles(): Promise<Partial<Record<FileLocation, number>>>;
  /** Terminates every connection, or kills one process of PostgreSQL, which then restarts all its processes. */
  killPostgres(how: 'connections' | 'server'): Promise<void>;
  remove(): Promise<void>;
};

type StoreOptions = Parameters<typeof openDatabase>[0];

const countFiles: (options: StoreOptions) => ReturnType<KillStore['countFiles']> = async options => {
  const database = openDatabase(options);
  try {
    const rows = await database.read
      .selectFrom('stored_files')
      .select(({ fn }) => ['location', fn.countAll<number>().as('count')])
      .where(isCompleteFile)
      .groupBy('location')
      .execute();
    return Object.fromEntries(rows.map(({ location, count }) => [decodeLocation(location), count]));
  } finally {
    await database.close();
  }
};

const expireLeases = async (options: StoreOptions): Promise<void> => {
  const database = openDatabase(options);
  try {
    await database.transaction(writes => writes.updateTable('jobs').set({ lease_until: 0 }).execute());
  } finally {
    await database.close();
  }
};

/** @param fileDriver where files are stored, if not at the default of the engine */
export const openKillStore = async (engine: KillStore['engine'], fileDriver?: FileDriverName): Promise<KillStore> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-kill-'));
  const removeFiles = () => rm(dataDir, { recursive: true, force: true });
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { ...webAppEnvironment, ...(fileDriver !== undefined && { FILES: fileDriver }) };
  if (engine === 'sqlite') {
    return {
      engine,
      environment: { DATA_DIR: dataDir, ...settings },
      ...(await addWriters({ dataDir })),
      expireLeases: () => expireLeases({ dataDir }),
      listFindings: () => listFindings({ dataDir }),
      countFiles: () => countFiles({ dataDir }),
      killPostgres: async () => {},
      remove: removeFiles,
    };
  }
  const { databaseUrl, drop } = await createTestDatabase();
  await commitToDisk(databaseUrl);
  const options = { dataDir, databaseUrl };
  return {
    engine,
    environment: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings },
    ...(await addWriters(options)),
    expireLeases: () => expireLeases(options),
    listFindings: () => listFindings(options),
    countFiles: () => countFiles(options),
    killPostgres: how => killPostgres[how](databaseUrl),
    remove: () => drop().then(removeFiles),
  };
};

const whereOthers = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

const killPostgres = {
  async connections(url: string) {
    await query(url, `select pg_terminate_backend(pid) ${whereOthers}`);
  },
  async server(url: string) {
    const [victim] = await query<{ pid: number }>(url, `select pid ${whereOthers} limit 1`);
    if (victim !== undefined) process.kill(victim.pid, 'SIGKILL');
    await waitUntilAvailable(url);
  },
};

const waitUntilAvailable = async (url: string): Promise<void> => {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const problem = await query(url, 'select 1').then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) return;
    if (performance.now() > deadline) throw problem;
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
