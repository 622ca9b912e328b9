import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Measures how many one-row transactions SQLite commits per second in a folder, each synced to the disk. */
export function measureCommits(folder: string, seconds: number): number {
  const database = new DatabaseSync(join(folder, 'commits.db'));
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; create table if not exists rows (value integer)',
  );
  const insert = database.prepare('insert into rows values (?)');
  const startedAt = performance.now();
  let committed = 0;
  for (; performance.now() - startedAt < seconds * 1000; committed++) {
    database.exec('begin immediate');
    insert.run(committed);
    database.exec('commit');
  }
  const perSecond = (committed / (performance.now() - startedAt)) * 1000;
  database.close();
  return perSecond;
}
