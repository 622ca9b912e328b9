import { sql } from 'kysely';
import { type Check, createSnapshotCheck } from './check.ts';

/** Runs SQLite's own check of the file, including the search index (PRAGMA integrity_check). */
const file = createSnapshotCheck(
  { name: 'file', rule: 'The database file is intact.', only: 'sqlite' },
  async queries => {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(queries);
    return rows
      .map(({ integrity_check: problem }) => problem)
      .filter(problem => problem !== 'ok')
      .map(problem => ({ table: 'file', id: '', sentence: `The database file is damaged: ${problem}.` }));
  },
);

type Orphan = { table: string; rowid: number | null; parent: string };

/** SQLite enforces foreign keys only on connections that enable them; PostgreSQL always does. */
const foreignKeys = createSnapshotCheck(
  { name: 'foreign-keys', rule: 'Foreign keys refer to existing rows.', only: 'sqlite' },
  async queries => {
    const { rows } = await sql<Orphan>`pragma foreign_key_check`.execute(queries);
    return rows.map(({ table, rowid, parent }) => {
      const id = String(rowid ?? '');
      return { table, id, sentence: `Row ${id} of ${table} refers to a missing row of ${parent}.` };
    });
  },
);

export const engineChecks: Check[] = [file, foreignKeys];
