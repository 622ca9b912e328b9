import type { Selectable } from 'kysely';
import { type AttachmentType, attachmentTypes } from '#contract/enums';
import { decodeEnum } from './column-encoding.ts';
import { incrementCounter } from './counters.ts';
import type { Database, Queries, WriteTransaction } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import type { AttachmentTable } from './schema.ts';
import { markDeleted } from './tombstones.ts';

export type AttachmentRow = Selectable<AttachmentTable>;

/** The data of a file, as copied to the column `attachments` of its message. The copied values never change. */
export type AttachedFile = Pick<
  AttachmentRow,
  'id' | 'name' | 'size' | 'sha256' | 'declared_type' | 'width' | 'height'
> & { type: AttachmentType };

/** Reads the column `attachments` of a message. */
export const parseAttachedFiles = (column: string | null): AttachedFile[] =>
  column === null ? [] : (JSON.parse(column) as AttachedFile[]);

/** Writes the column `attachments` of a message; null without files. */
export const formatAttachedFiles = (files: readonly AttachedFile[]): string | null =>
  files.length === 0 ? null : JSON.stringify(files);

export const toAttachedFile = (row: Omit<AttachmentRow, 'n'>): AttachedFile => ({
  ...{ id: row.id, name: row.name, size: row.size, sha256: row.sha256 },
  ...{ type: decodeEnum(attachmentTypes, row.type), declared_type: row.declared_type },
  ...{ width: row.width, height: row.height },
});

/** Identifies the message to which files belong. */
export type MessageKey = { ticketId: string; messageId: string };

/**
 * Finds the files that a person may put on a message. These are the person's own unattached files, and the files that
 * are already on the message.
 */
export const findUsableFiles = async (
  queries: Queries,
  ids: readonly string[],
  personId: string,
  message: OrUndefined<MessageKey>,
): Promise<AttachmentRow[]> => (await selectFiles(queries, ids)).filter(row => isUsable(row, personId, message));

type OrUndefined<Members> = { [Name in keyof Members]: Members[Name] | undefined };

const isUsable = (row: AttachmentRow, personId: string, { ticketId, messageId }: OrUndefined<MessageKey>): boolean =>
  row.message_id === null ? row.uploader_id === personId : row.message_id === messageId && row.ticket_id === ticketId;

const selectFiles = (queries: Queries, ids: readonly string[]): Promise<AttachmentRow[]> =>
  queries
    .selectFrom('attachments')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('n')
    .$if(queries.isTransaction, locked => locked.forUpdate())
    .execute();

/** A file cannot be put on a message, because a concurrent request used or deleted the file. */
export class AttachmentUnusableError extends Error {
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super(`Files are missing or on another message: ${ids.join(', ')}.`);
    this.ids = ids;
  }
}

type Change = MessageKey & { personId: string; now: number };

/**
 * Replaces the files of a message. Removed files belong to the person who removed them, who can attach them again.
 * @param before the ids of the current files
 * @param after the ids of the new files
 * @returns the column `attachments` of the message; null without files
 * @throws AttachmentUnusableError
 */
export const replaceFiles = async (
  writes: WriteTransaction,
  before: readonly string[],
  after: readonly string[],
  { ticketId, messageId, personId, now }: Change,
): Promise<string | null> => {
  const removed = before.filter(id => !after.includes(id));
  const added = after.filter(id => !before.includes(id));
  if (before.length + after.length === 0) return null;
  const rows = await selectFiles(writes, [...removed, ...after]);
  const find = (id: string) => rows.find(row => row.id === id && isUsable(row, personId, { ticketId, messageId }));
  const unusable = after.filter(id => find(id) === undefined);
  if (unusable.length > 0) throw new AttachmentUnusableError(unusable);
  const update = (ids: readonly string[], columns: Partial<AttachmentRow>) =>
    writes
      .updateTable('attachments')
      .set(({ eb }) => ({ ...columns, version: eb('version', '+', 1), updated_at: now }))
      .where('id', 'in', ids)
      .execute();
  if (removed.length > 0)
    await update(removed, { ticket_id: null, message_id: null, unattached_at: now, uploader_id: personId });
  if (added.length > 0) await update(added, { ticket_id: ticketId, message_id: messageId, unattached_at: 0 });
  const changes = removed.length + added.length;
  if (changes > 0) await incrementCounter(writes, 'attachments.changes', changes);
  return formatAttachedFiles(after.flatMap(id => find(id) ?? []).map(toAttachedFile));
};

/** Deletes the files of a ticket, or of one of its messages. A job deletes their bytes later. */
export const removeFilesOf = async (
  writes: WriteTransaction,
  { ticketId, messageId }: { ticketId: string; messageId?: string },
  now: number,
): Promise<void> => {
  const rows = await writes
    .selectFrom('attachments')
    .select(['n', 'id'])
    .where('ticket_id', '=', ticketId)
    .$if(messageId !== undefined, narrow => narrow.where('message_id', '=', messageId ?? ''))
    .orderBy('n')
    .forUpdate()
    .execute();
  await removeFiles(writes, rows, now);
};

/** Deletes files. A job deletes their bytes later. */
export const removeFiles = async (
  writes: WriteTransaction,
  rows: readonly Pick<AttachmentRow, 'n' | 'id'>[],
  now: number,
): Promise<void> => {
  for (const { n, id } of rows) {
    await writes.deleteFrom('attachments').where('n', '=', n).execute();
    await markDeleted(writes, 'attachment', id, now);
  }
  if (rows.length > 0) await incrementCounter(writes, 'attachments.changes', rows.length);
};

/** Deletes the files that became unattached before a time. */
export const deleteOldUnattachedFiles = (
  database: Database,
  { before, now }: { before: number; now: number },
  signal?: AbortSignal,
): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const rows = await writes
        .selectFrom('attachments')
        .select(['n', 'id'])
        .where('message_id', 'is', null)
        .where('unattached_at', '<', before)
        .orderBy('unattached_at')
        .limit(limit)
        .forUpdate()
        .execute();
      await removeFiles(writes, rows, now);
      return rows.length;
    },
    signal,
  );
