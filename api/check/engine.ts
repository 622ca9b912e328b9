import { sql } from 'kysely';
import { type Check, wholeCheck } from './check.ts';

/** SQLite's own look at its file, the search index included (PRAGMA integrity_check). */
const file = wholeCheck({ name: 'file', holds: 'The file is sound.', only: 'sqlite' }, async queries => {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(queries);
  return rows
    .map(({ integrity_check: said }) => said)
    .filter(said => said !== 'ok')
    .map(said => ({ table: 'file', id: '', sentence: `The file is damaged: ${said}.` }));
});

type Lost = { table: string; rowid: number | null; parent: string };

/** PostgreSQL keeps its foreign keys itself; SQLite only on connections that ask for it. */
const foreignKeys = wholeCheck(
  { name: 'foreign-keys', holds: 'Rows lead to the rows they belong to.', only: 'sqlite' },
  async queries => {
    const { rows } = await sql<Lost>`pragma foreign_key_check`.execute(queries);
    return rows.map(({ table, rowid, parent }) => {
      const id = String(rowid ?? '');
      return { table, id, sentence: `Row ${id} of ${table} leads to nothing in ${parent}.` };
    });
  },
);

export const engine: Check[] = [file, foreignKeys];
