import type { TagDraft } from '#contract';
import { type AuditActor, recordAudit } from '../database/audit-log.ts';
import type { Actor } from '../database/change-log.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { prepareFind } from '../database/resource-rows.ts';
import { noRemoval } from '../database/ticket-tags.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { TagRow } from './representation.ts';

/** The stores whose rows contain tags. `lockForTag` locks the rows that `replaceTag` may change. */
export type TagStoreDependencies = {
  views: {
    lockForTag(writes: WriteTransaction): Promise<void>;
    replaceTag(writes: WriteTransaction, tag: string, into: string, now: number): Promise<void>;
  };
  mailboxes: {
    lockForTag(writes: WriteTransaction): Promise<void>;
    replaceTag(writes: WriteTransaction, tag: string, into: string | null, actor: AuditActor): Promise<void>;
  };
};

/** A tag, its merge target, or a tag that merges into it is already being removed. */
export class TagChangingError extends Error {}

/** Returns whether a stored tag has tickets or a description, or is being removed. */
const exists = ({ tickets, removing, description }: TagRow): boolean =>
  tickets > 0 || removing === 1 || description !== '';

/** Stores tags. Transactions that change tickets also update the counts of their tags (database/ticket-tags.ts). */
export type TagStore = ReturnType<typeof createTagStore>;

export const createTagStore = ({ views, mailboxes }: TagStoreDependencies) => {
  const findRow = prepareFind<{ id: string }, TagRow>((queries, value) =>
    queries.selectFrom('tags').selectAll().where('id', '=', value('id')),
  );

  /** Changes columns of a tag. The caller has locked its row, and increments `tags.changes` after all row locks. */
  const change = (
    writes: WriteTransaction,
    { n, version }: TagRow,
    columns: Partial<Omit<TagRow, 'n' | 'id'>>,
    now: number,
  ): Promise<TagRow> =>
    writes
      .updateTable('tags')
      .set({ ...columns, version: version + 1, updated_at: now })
      .where('n', '=', n)
      .returningAll()
      .executeTakeFirstOrThrow();

  /** @throws TagChangingError during a removal, which would delete the description too */
  const describe = async (
    writes: WriteTransaction,
    before: TagRow,
    { description }: TagDraft,
    actor: AuditActor,
  ): Promise<TagRow> => {
    if (before.removing === 1) throw new TagChangingError(describeRemoval(before));
    const row = await change(writes, before, { description }, actor.now);
    await incrementCounter(writes, 'tags.changes');
    const fields = { before: { description: before.description }, after: { description } };
    await recordAudit(writes, actor, { action: 'tag.described', targetId: row.id, ...fields });
    return row;
  };

  /** Adds the row of a tag, or finds and locks it. */
  const ensureRow = async (writes: WriteTransaction, id: string, now: number): Promise<TagRow> => {
    const columns = { id, version: 1, created_at: now, updated_at: now, description: '', tickets: 0 };
    await writes
      .insertInto('tags')
      .values({ ...columns, ...noRemoval })
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute();
    const row = await findRow(writes, { id });
    if (row === null) throw new Error(`The tag ${id} was not stored.`);
    return row;
  };

  /** Finishes the removal of a tag that no ticket has. */
  const finish = (writes: WriteTransaction, row: TagRow, now: number): Promise<TagRow> =>
    change(writes, row, { ...noRemoval, tickets: 0, description: '', deleted: 1 }, now);

  return {
    /** Finds a tag that exists; inside a transaction, locks its row until the end. */
    async find(queries: Queries, id: string): Promise<TagRow | null> {
      const row = await findRow(queries, { id });
      return row !== null && exists(row) ? row : null;
    },

    /** Returns whether a tag was deleted or merged, and no ticket has used it since. */
    isDeleted: async (queries: Queries, id: string): Promise<boolean> =>
      (await findRow(queries, { id }))?.deleted === 1,

    /** Describes a tag that no ticket has. @throws TagChangingError if the tag is being removed */
    async insert(writes: WriteTransaction, id: string, draft: TagDraft, actor: AuditActor): Promise<TagRow> {
      return describe(writes, await ensureRow(writes, id, actor.now), draft, actor);
    },

    /** Changes the description of a tag. @throws TagChangingError if the tag is being removed */
    update: (writes: WriteTransaction, row: TagRow, draft: TagDraft, actor: AuditActor): Promise<TagRow> =>
      describe(writes, row, draft, actor),

    /**
     * Locks the rows that `remove` changes, before other rows are locked. Mailboxes come first, as in incoming mail;
     * then views, then both tags by name, as in ticket edits. The job, counters and the audit log follow. The order
     * prevents deadlocks.
     */
    async lockForRemoval(writes: WriteTransaction, id: string, into: string | null, now: number): Promise<void> {
      await mailboxes.lockForTag(writes);
      if (into === null) return void (await findRow(writes, { id }));
      await views.lockForTag(writes);
      for (const name of [id, into].sort()) {
        if (name === into) await ensureRow(writes, into, now);
        else await findRow(writes, { id });
      }
    },

    /**
     * Starts to replace a tag with another tag, or to delete it (`into` is null). Call `lockForRemoval` first. Enqueues
     * the job that changes the tickets on behalf of `author`; without tickets, finishes the removal immediately. If the
     * same removal has already started, only enqueues its job.
     * @throws TagChangingError if one of the tags is in a different removal
     */
    async remove(
      writes: WriteTransaction,
      row: TagRow,
      into: string | null,
      author: Actor,
      actor: AuditActor = author,
    ): Promise<TagRow> {
      const { id, description } = row;
      const { personId, clientId, now } = author;
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
      }
      const removal = { removing: 1, merged_into: into, removal_total: row.tickets };
      const columns = { ...removal, removed_by: personId, removed_with: clientId };
      const started = row.tickets === 0 ? await finish(writes, row, now) : await change(writes, row, columns, now);
      if (row.tickets > 0) await enqueue(writes, 'replace_tag', job);
      if (into !== null) await views.replaceTag(writes, id, into, now);
      await incrementCounter(writes, 'tags.changes');
      await mailboxes.replaceTag(writes, id, into, actor);
      const action = into === null ? 'tag.deleted' : 'tag.merged';
      await recordAudit(writes, actor, { action, targetId: id, before: { description }, after: { into } });
      return started;
    },

    /**
     * Finishes the removal of a locked tag without tickets; otherwise corrects its count.
     * @returns whether the removal is finished
     */
    async finishRemoval(writes: WriteTransaction, row: TagRow, tickets: number, now: number): Promise<boolean> {
      if (row.removing === 0) return true;
      if (tickets !== 0 && tickets === row.tickets) return false;
      await (tickets > 0 ? change(writes, row, { tickets }, now) : finish(writes, row, now));
      await incrementCounter(writes, 'tags.changes');
      return tickets === 0;
    },
  };
};

const describeRemoval = ({ id, merged_into }: TagRow): string =>
  merged_into === null ? `The tag ${id} is being deleted.` : `The tag ${id} is being merged into ${merged_into}.`;
