import { sql } from 'kysely';
import type { GistDraft } from '#contract';
import type { EventType } from '#contract/resources';
import {
  type Actor,
  appendEvents,
  type Changes,
  clearEventValues,
  diffFields,
  hideEvents,
} from '../database/change-log.ts';
import { incrementCounter, nextId, reserveId } from '../database/counters.ts';
import type { Queries, Writes } from '../database/database.ts';
import { toSearchText } from '../database/tokenize.ts';
import { markDeleted } from '../database/tombstones.ts';
import { type GistRow, gistDraft, toLoggedGistFields } from './shape.ts';

/** The columns of a gist except the search words. */
export const gistColumns = [
  'gists.n',
  'gists.id',
  'gists.version',
  'gists.created_at',
  'gists.updated_at',
  'gists.description',
  'gists.public',
  'gists.owner_id',
] as const;

/** Finds a gist by id; inside a transaction, locks its row until the end. */
export const findGist = async (queries: Queries, id: string): Promise<GistRow | null> => {
  const query = queries.selectFrom('gists').select(gistColumns).where('id', '=', id);
  const row = await (queries.isTransaction ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) return null;
  const [whole] = await loadGistFiles(queries, [row]);
  return whole ?? null;
};

/** Loads the files of gists. */
export const loadGistFiles = async (queries: Queries, rows: Omit<GistRow, 'files'>[]): Promise<GistRow[]> => {
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

/** Inserts a gist under the given id, or under the next decimal one. */
export const insertGist = async (writes: Writes, draft: GistDraft, actor: Actor, id?: string): Promise<GistRow> => {
  if (id !== undefined) await reserveId(writes, 'gist', id);
  const row = await writes
    .insertInto('gists')
    .values({
      id: id ?? (await nextId(writes, 'gist')),
      version: 1,
      created_at: actor.now,
      updated_at: actor.now,
      ...toColumns(draft),
      owner_id: actor.personId,
    })
    .returning(gistColumns)
    .executeTakeFirstOrThrow();
  const stored = await insertFiles(writes, row, draft);
  await log(writes, actor, 'gist.created', stored, { changes: diffFields(null, toLoggedGistFields(draft)) });
  return stored;
};

/** Updates a gist. */
export const updateStoredGist = async (
  writes: Writes,
  before: GistRow,
  draft: GistDraft,
  actor: Actor,
): Promise<GistRow> => {
  const row = await writes
    .updateTable('gists')
    .set({ ...toColumns(draft), version: before.version + 1, updated_at: actor.now })
    .where('n', '=', before.n)
    .returning(gistColumns)
    .executeTakeFirstOrThrow();
  await writes.deleteFrom('gist_files').where('gist_n', '=', before.n).execute();
  if (row.public < before.public) await hideEvents(writes, row.id, row.owner_id);
  const stored = await insertFiles(writes, row, draft);
  const changes = diffFields(toLoggedGistFields(gistDraft(before)), toLoggedGistFields(draft));
  await log(writes, actor, 'gist.updated', stored, { changes, isPrivate: isPrivate(before) || isPrivate(row) });
  return stored;
};

/** Deletes a gist, its files and all stars of it permanently. */
export const removeGist = async (writes: Writes, row: GistRow, actor: Actor): Promise<void> => {
  const { n, id } = row;
  await writes.deleteFrom('gist_files').where('gist_n', '=', n).execute();
  await writes.deleteFrom('stars').where('gist_n', '=', n).execute();
  await writes.deleteFrom('gists').where('n', '=', n).execute();
  await markDeleted(writes, 'gist', id, actor.now);
  await clearEventValues(writes, { kind: 'gist', id });
  await incrementCounter(writes, 'gists.changes');
  await log(writes, actor, 'gist.deleted', row);
};

const isPrivate = (row: { public: number }): boolean => row.public === 0;

/** Appends an event. Values from when a gist was private stay private in the log after it is public. */
const log = (
  writes: Writes,
  actor: Actor,
  type: EventType,
  row: GistRow,
  { changes, isPrivate: isHidden = isPrivate(row) }: { changes?: Changes; isPrivate?: boolean } = {},
): Promise<void> =>
  appendEvents(writes, [
    {
      ...actor,
      ...{ type, id: row.id, version: row.version, privateTo: isHidden ? row.owner_id : undefined },
      ...(changes && { changes }),
    },
  ]);

const toColumns = ({ description, public: visible, files }: GistDraft) => ({
  description,
  public: visible ? 1 : 0,
  words: ` ${toSearchText([description, ...Object.entries(files).flatMap(([name, { content }]) => [name, content])])} `,
});

const insertFiles = async (writes: Writes, row: Omit<GistRow, 'files'>, { files }: GistDraft): Promise<GistRow> => {
  const namedFiles = Object.entries(files).map(([name, { content }]) => ({ name, content }));
  await writes
    .insertInto('gist_files')
    .values(namedFiles.map((file, position) => ({ gist_n: row.n, position, ...file })))
    .execute();
  await incrementCounter(writes, 'gists.changes');
  return { ...row, files: namedFiles };
};

/** Checks if a person starred a gist. */
export const isStarred = async (queries: Queries, personId: string, n: number): Promise<boolean> => {
  const row = await queries
    .selectFrom('stars')
    .select('gist_n')
    .where('person_id', '=', personId)
    .where('gist_n', '=', n)
    .executeTakeFirst();
  return row !== undefined;
};

/** Stars a gist; idempotent. */
export const star = async (writes: Writes, personId: string, n: number, now: number): Promise<void> => {
  const { numInsertedOrUpdatedRows } = await writes
    .insertInto('stars')
    .values({ person_id: personId, gist_n: n, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) await incrementCounter(writes, `stars.${personId}`);
};

/** Removes a star; idempotent. */
export const unstar = async (writes: Writes, personId: string, n: number): Promise<void> => {
  const { numDeletedRows } = await writes
    .deleteFrom('stars')
    .where('person_id', '=', personId)
    .where('gist_n', '=', n)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 1n) await incrementCounter(writes, `stars.${personId}`);
};

/** Limits a query to gists that a person may see. */
export const visibleTo = (personId: string) => sql<boolean>`(gists.public = 1 or gists.owner_id = ${personId})`;
