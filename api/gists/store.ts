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
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { newRowColumns, prepareFind } from '../database/resource-rows.ts';
import { markDeleted } from '../database/tombstones.ts';
import { insertFiles, loadFiles } from './files.ts';
import { type GistRow, gistColumns, gistDraft, gistSelection, toLoggedGistFields } from './representation.ts';

/** Stores gists and their files. Each write invalidates the cached lists. */
export type GistStore = ReturnType<typeof createGistStore>;

export const createGistStore = () => {
  const findRow = prepareFind<{ id: string }, Omit<GistRow, 'files'>>((queries, value) =>
    queries.selectFrom('gists').select(gistSelection).where('id', '=', value('id')),
  );

  return {
    /** Finds a gist by id; inside a transaction, locks its row until the end. */
    async find(queries: Queries, id: string): Promise<GistRow | null> {
      const row = await findRow(queries, { id });
      const [gist] = row === null ? [] : await loadFiles(queries, [row]);
      return gist ?? null;
    },

    /** Inserts a gist; its id is `id` or the next number. */
    async insert(writes: WriteTransaction, draft: GistDraft, actor: Actor, id?: string): Promise<GistRow> {
      const newColumns = await newRowColumns(writes, 'gist', actor.now, id);
      const row = await writes
        .insertInto('gists')
        .values({ ...newColumns, ...gistColumns(draft), owner_id: actor.personId })
        .returning(gistSelection)
        .executeTakeFirstOrThrow();
      const gist = await insertFiles(writes, row, draft);
      await log(writes, actor, 'gist.created', gist, { changes: diffFields(null, toLoggedGistFields(draft)) });
      return gist;
    },

    async update(writes: WriteTransaction, before: GistRow, draft: GistDraft, actor: Actor): Promise<GistRow> {
      const row = await writes
        .updateTable('gists')
        .set({ ...gistColumns(draft), version: before.version + 1, updated_at: actor.now })
        .where('n', '=', before.n)
        .returning(gistSelection)
        .executeTakeFirstOrThrow();
      await writes.deleteFrom('gist_files').where('gist_n', '=', before.n).execute();
      if (row.public < before.public) await hideEvents(writes, row.id, row.owner_id);
      const gist = await insertFiles(writes, row, draft);
      const changes = diffFields(toLoggedGistFields(gistDraft(before)), toLoggedGistFields(draft));
      await log(writes, actor, 'gist.updated', gist, { changes, isPrivate: isPrivate(before) || isPrivate(row) });
      return gist;
    },

    /** Deletes a gist, its files and all stars of it permanently. */
    async remove(writes: WriteTransaction, gist: GistRow, actor: Actor): Promise<void> {
      const { n, id } = gist;
      await writes.deleteFrom('gist_files').where('gist_n', '=', n).execute();
      await writes.deleteFrom('stars').where('gist_n', '=', n).execute();
      await writes.deleteFrom('gists').where('n', '=', n).execute();
      await markDeleted(writes, 'gist', id, actor.now);
      await clearEventValues(writes, { kind: 'gist', id });
      await log(writes, actor, 'gist.deleted', gist);
    },
  };
};

const isPrivate = (row: { public: number }): boolean => row.public === 0;

/** Counts and logs a change. Values logged while a gist was private stay private after it becomes public. */
const log = async (
  writes: WriteTransaction,
  actor: Actor,
  type: EventType,
  { id, version, owner_id, ...row }: GistRow,
  { changes, isPrivate: isHidden = isPrivate(row) }: { changes?: Changes; isPrivate?: boolean } = {},
): Promise<void> => {
  await incrementCounter(writes, 'gists.changes');
  const privateTo = isHidden ? owner_id : undefined;
  await appendEvents(writes, [{ ...actor, type, id, version, privateTo, ...(changes && { changes }) }]);
};
