import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { runDeskCli } from '../../e2e/run-desk.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Outside of node_modules, which an install deletes: generating a million tickets takes a minute. */
const folder = join(tmpdir(), 'stardesk-bench');
const fileName = 'stardesk.db';

/** The sources that determine a generated store. */
const generatorSources = [
  'api/sample/**/*.{ts,md}',
  'api/database/{migrations/*,tokenize,facets,index-ticket,search,search-sqlite,vocabulary}.ts',
];

/** The assignee of the tickets, who also sends the requests. */
export const benchAgent = { email: 'agent@bench.local', name: 'Ada Bench' };

/**
 * Returns the SQLite file of a desk with generated tickets. Reuses the file of an earlier run unless the generator or
 * the schema has changed. Nothing may write to this file.
 */
export async function getGeneratedStore(tickets: number): Promise<string> {
  const name = `${tickets}-${await computeFingerprint()}`;
  const file = join(folder, name, fileName);
  if (existsSync(file)) return file;
  await mkdir(folder, { recursive: true });
  for (const old of await readdir(folder)) {
    if (old.startsWith(`${tickets}-`) && old !== name) await rm(join(folder, old), { recursive: true });
  }
  const generated = await generate(tickets);
  await rename(generated, join(folder, name)).catch(error => {
    // Another process has created the file in the meantime.
    if (!existsSync(file)) throw error;
  });
  return file;
}

/** Creates a folder for a run, on the same disk as the stores. Deletes the folder when the process exits. */
export async function createRunFolder(): Promise<string> {
  await mkdir(folder, { recursive: true });
  const runDir = await mkdtemp(join(folder, 'run-'));
  process.once('exit', () => rmSync(runDir, { recursive: true, force: true }));
  return runDir;
}

export const deleteGeneratedStores = (): Promise<void> => rm(folder, { recursive: true, force: true });

async function generate(tickets: number): Promise<string> {
  const runDir = await createRunFolder();
  await runDeskCli(runDir, 'people', 'add', benchAgent.email, '--role', 'agent', '--name', benchAgent.name);
  await runDeskCli(runDir, 'sample', '--tickets', String(tickets));
  // Moves the write-ahead log into the file, so that copying the file is enough.
  const database = new DatabaseSync(join(runDir, fileName));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return runDir;
}

async function computeFingerprint(): Promise<string> {
  const digest = createHash('sha256');
  const paths: string[] = [];
  for await (const path of glob(generatorSources, { cwd: root, exclude: ['**/*.test.ts'] })) paths.push(path);
  for (const path of paths.sort()) digest.update(path).update(await readFile(join(root, path)));
  return digest.digest('hex').slice(0, 12);
}
