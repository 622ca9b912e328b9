import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { runDesk } from './run-desk.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Not in node_modules, which an install empties: a million tickets take a minute. */
const folder = join(tmpdir(), 'stardesk-bench');
const fileName = 'stardesk.db';

/** The sources that a generated store follows from. */
const generator = ['api/sample/*.ts', 'api/database/migrations/*.ts', 'api/database/{words,facets,search-sqlite}.ts'];

/** Whom the tickets are assigned to, and who asks for them. */
export const agent = { email: 'agent@bench.local', name: 'Ada Bench' };

/**
 * The SQLite file of a desk with so many generated tickets: the one that was made before, unless the generator or the tables
 * have changed since. Nobody writes to it.
 */
export async function keptStore(tickets: number): Promise<string> {
  const name = `${tickets}-${await fingerprint()}`;
  const kept = join(folder, name, fileName);
  if (existsSync(kept)) return kept;
  await mkdir(folder, { recursive: true });
  for (const old of await readdir(folder)) {
    if (old.startsWith(`${tickets}-`)) await rm(join(folder, old), { recursive: true });
  }
  await rename(await generate(tickets), join(folder, name));
  return kept;
}

/** A new folder for what a run writes, on the disk of the stores; it goes with the run, however that ends. */
export async function runFolder(): Promise<string> {
  await mkdir(folder, { recursive: true });
  const made = await mkdtemp(join(folder, 'run-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Deletes all that is kept between runs. */
export const forgetStores = (): Promise<void> => rm(folder, { recursive: true, force: true });

async function generate(tickets: number): Promise<string> {
  const made = await runFolder();
  await runDesk(made, 'people', 'add', agent.email, '--role', 'agent', '--name', agent.name);
  await runDesk(made, 'sample', '--tickets', String(tickets));
  // What is still in the log goes into the file, so that copying it is enough.
  const database = new DatabaseSync(join(made, fileName));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return made;
}

async function fingerprint(): Promise<string> {
  const digest = createHash('sha256');
  const paths: string[] = [];
  for await (const path of glob(generator, { cwd: root, exclude: ['**/*.test.ts'] })) paths.push(path);
  for (const path of paths.sort()) digest.update(path).update(await readFile(join(root, path)));
  return digest.digest('hex').slice(0, 12);
}
