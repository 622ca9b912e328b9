import type { TagDraft } from '#contract';
import { type AuditActor, recordAudit } from '../database/audit-log.ts';
import type { Actor } from '../database/change-log.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { prepareFind } from '../database/resource-rows.ts';
import { unchangedRemoval } from '../database/ticket-tags.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { TagRow } from './representation.ts';

/** What the store needs from other folders. */
export type TagStoreDependencies = {
  views: { replaceTag(writes: WriteTransaction, tag: string, into: string, now: number): Promise<void> };
  mailboxes: {
    replaceTag(writes: WriteTransaction, tag: string, into: string | null, actor: AuditActor): Promise<void>;
  };
};

/** The tag, or the other one of a merge, is being removed already. */
export class TagChangingError extends Error {}

/** Returns whether a stored tag exists: a ticket has it, or somebody described it. */
const isTag = ({ tickets, removing, description }: TagRow): boolean =>
  tickets > 0 || removing === 1 || description !== '';

/** Stores tags. The transactions of tickets count them (database/ticket-tags.ts). */
export type TagStore = ReturnType<typeof createTagStore>;

export const createTagStore = ({ views, mailboxes }: TagStoreDependencies) => {
  const findRow = prepareFind<{ id: string }, TagRow>((queries, value) =>
    queries.selectFrom('tags').selectAll().where('id', '=', value('id')),
  );

  /** Changes columns of a tag. The caller has locked its row. */
  const change = async (
    writes: WriteTransaction,
    { n, version }: TagRow,
    columns: Partial<Omit<TagRow, 'n' | 'id'>>,
    now: number,
  ): Promise<TagRow> => {
    const row = await writes
      .updateTable('tags')
      .set({ ...columns, version: version + 1, updated_at: now })
      .where('n', '=', n)
      .returningAll()
      .executeTakeFirstOrThrow();
    await incrementCounter(writes, 'tags.changes');
    return row;
  };

  const describe = async (
    writes: WriteTransaction,
    before: TagRow,
    { description }: TagDraft,
    actor: AuditActor,
  ): Promise<TagRow> => {
    const row = await change(writes, before, { description }, actor.now);
    const fields = { before: { description: before.description }, after: { description } };
    await recordAudit(writes, actor, { action: 'tag.described', targetId: row.id, ...fields });
    return row;
  };

  /** Adds the row of a tag, or finds and locks it. */
  const ensureRow = async (writes: WriteTransaction, id: string, now: number): Promise<TagRow> => {
    const columns = { id, version: 1, created_at: now, updated_at: now, description: '', tickets: 0 };
    const added = await writes
      .insertInto('tags')
      .values({ ...columns, ...unchangedRemoval })
      .onConflict(conflict => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 1n) await incrementCounter(writes, 'tags.changes');
    const row = await findRow(writes, { id });
    if (row === null) throw new Error(`The tag ${id} was not stored.`);
    return row;
  };

  /** Ends the removal of a tag that no ticket has. */
  const finishRemoval = (writes: WriteTransaction, row: TagRow, now: number): Promise<TagRow> =>
    change(writes, row, { ...unchangedRemoval, description: '', deleted: 1 }, now);

  return {
    /** Finds a tag that exists; inside a transaction, locks its row until the end. */
    async find(queries: Queries, id: string): Promise<TagRow | null> {
      const row = await findRow(queries, { id });
      return row !== null && isTag(row) ? row : null;
    },

    /** Returns whether a tag was deleted or merged, and no ticket has used it since. */
    isDeleted: async (queries: Queries, id: string): Promise<boolean> =>
      (await findRow(queries, { id }))?.deleted === 1,

    /** Describes a tag that no ticket has. */
    async insert(writes: WriteTransaction, id: string, draft: TagDraft, actor: AuditActor): Promise<TagRow> {
      return describe(writes, await ensureRow(writes, id, actor.now), draft, actor);
    },

    update: (writes: WriteTransaction, row: TagRow, draft: TagDraft, actor: AuditActor): Promise<TagRow> =>
      describe(writes, row, draft, actor),

    /**
     * Starts to replace a tag by another one, or to delete it (`into` is null), and enqueues the job that changes the
     * tickets. Does nothing more if that has started already.
     * @throws TagChangingError if one of the tags is being removed otherwise
     */
    async remove(writes: WriteTransaction, row: TagRow, into: string | null, actor: Actor): Promise<TagRow> {
      const { id, description } = row;
      const { personId, clientId, now } = actor;
      const job = { key: id, payload: { tag: id } };
      if (row.removing === 1) {
        if (row.merged_into !== into) throw new TagChangingError(describeRemoval(row));
        await enqueue(writes, 'replace_tag', job);
        return row;
      }
      const other = await writes.selectFrom('tags').selectAll().where('merged_into', '=', id).executeTakeFirst();
      if (other !== undefined) throw new TagChangingError(describeRemoval(other));
      if (into !== null) {
        const target = await ensureRow(writes, into, now);
        if (target.removing === 1) throw new TagChangingError(describeRemoval(target));
        if (target.description === '' && description !== '')
          await change(writes, target, { description, deleted: 0 }, now);
        await views.replaceTag(writes, id, into, now);
      }
      await mailboxes.replaceTag(writes, id, into, actor);
      const removal = { removing: 1, merged_into: into, removal_total: row.tickets };
      const started = await change(writes, row, { ...removal, removed_by: personId, removed_with: clientId }, now);
      if (row.tickets === 0) await finishRemoval(writes, started, now);
      else await enqueue(writes, 'replace_tag', job);
      const action = into === null ? 'tag.deleted' : 'tag.merged';
      await recordAudit(writes, actor, { action, targetId: id, before: { description }, after: { into } });
      return started;
    },

    /** Ends the removal of a tag. Returns false if a ticket has the tag. */
    async finishRemoval(writes: WriteTransaction, id: string, now: number): Promise<boolean> {
      const row = await findRow(writes, { id });
      if (row === null || row.removing === 0) return true;
      if (row.tickets > 0) return false;
      await finishRemoval(writes, row, now);
      return true;
    },
  };
};

const describeRemoval = ({ id, merged_into }: TagRow): string =>
  merged_into === null ? `The tag ${id} is being deleted.` : `The tag ${id} is being merged into ${merged_into}.`;
