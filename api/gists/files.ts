import type { GistDraft } from '#contract';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { GistRow } from './representation.ts';

/** Loads the files of each gist, in order. */
export const loadFiles = async (queries: Queries, rows: Omit<GistRow, 'files'>[]): Promise<GistRow[]> => {
  if (rows.length === 0) return [];
  const files = await queries
    .selectFrom('gist_files')
    .select(['gist_n', 'name', 'content'])
    .where(
      'gist_n',
      'in',
      rows.map(({ n }) => n),
    )
    .orderBy('gist_n')
    .orderBy('position')
    .execute();
  const byGist = Map.groupBy(files, ({ gist_n }) => gist_n);
  return rows.map(row => ({
    ...row,
    files: (byGist.get(row.n) ?? []).map(({ name, content }) => ({ name, content })),
  }));
};

/** Inserts the files of a draft, in order. @returns the gist with its files */
export const insertFiles = async (
  writes: WriteTransaction,
  row: Omit<GistRow, 'files'>,
  { files }: GistDraft,
): Promise<GistRow> => {
  const namedFiles = Object.entries(files).map(([name, { content }]) => ({ name, content }));
  await writes
    .insertInto('gist_files')
    .values(namedFiles.map((file, position) => ({ gist_n: row.n, position, ...file })))
    .execute();
  return { ...row, files: namedFiles };
};
