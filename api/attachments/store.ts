import { attachmentTypes, type ScanState, scanStates } from '#contract/enums';
import {
  type AttachedFile,
  type AttachmentRow,
  type MessageKey,
  removeFiles,
  toAttachedFile,
} from '../database/attachments.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { newRowColumns, prepareFind } from '../database/resource-rows.ts';
import type { DetectedType } from './detect-type.ts';

/** A file that a person uploads, or that a mail contains. Its bytes are stored. */
export type UploadedFile = DetectedType & {
  name: string;
  declaredType: string | null;
  size: number;
  sha256: string;
  scan: ScanState;
};

/** Stores the metadata of files; their bytes are in the file store. */
export type AttachmentStore = ReturnType<typeof createAttachmentStore>;

export const createAttachmentStore = () => {
  const findRow = prepareFind<{ id: string }, AttachmentRow>((queries, value) =>
    queries.selectFrom('attachments').selectAll().where('id', '=', value('id')),
  );

  return {
    /** Finds a file by id. Inside a transaction, locks its row until the transaction ends. */
    find: (queries: Queries, id: string): Promise<AttachmentRow | null> => findRow(queries, { id }),

    /** Inserts an unattached file. */
    async insert(
      writes: WriteTransaction,
      file: UploadedFile,
      uploaderId: string,
      now: number,
    ): Promise<AttachmentRow> {
      const row = await writes
        .insertInto('attachments')
        .values({
          ...(await newRowColumns(writes, 'attachment', now)),
          ...toColumns(file),
          ...{ uploader_id: uploaderId, ticket_id: null, message_id: null, unattached_at: now },
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await incrementCounter(writes, 'attachments.changes');
      return row;
    },

    /**
     * Reserves the ids of files that a transaction will insert. Call it before the transaction locks the counters of
     * tickets and events.
     */
    async reserveIds(writes: WriteTransaction, count: number): Promise<string[]> {
      if (count === 0) return [];
      const last = await incrementCounter(writes, 'attachment.id', count);
      await incrementCounter(writes, 'attachments.changes', count);
      return Array.from({ length: count }, (_, index) => String(last - count + 1 + index));
    },

    /** Inserts files on a message, under reserved ids. */
    async insertOnMessage(
      writes: WriteTransaction,
      files: readonly UploadedFile[],
      ids: readonly string[],
      { ticketId, messageId, uploaderId, now }: MessageKey & { uploaderId: string; now: number },
    ): Promise<AttachedFile[]> {
      const rows = files.map((file, index) => ({
        ...{ id: ids[index] ?? '', version: 1, created_at: now, updated_at: now },
        ...toColumns(file),
        ...{ uploader_id: uploaderId, ticket_id: ticketId, message_id: messageId, unattached_at: 0 },
      }));
      if (rows.length > 0) await writes.insertInto('attachments').values(rows).execute();
      return rows.map(toAttachedFile);
    },

    /** Returns the total size, in bytes, of a person's unattached files. */
    async readUnattachedBytes(queries: Queries, personId: string): Promise<number> {
      const row = await queries
        .selectFrom('attachments')
        .select(({ fn }) => fn.sum<number | string | null>('size').as('bytes'))
        .where('uploader_id', '=', personId)
        .where('message_id', 'is', null)
        .executeTakeFirst();
      return Number(row?.bytes ?? 0);
    },

    /** Deletes an unattached file. A job deletes its bytes later. */
    remove: (writes: WriteTransaction, row: AttachmentRow, now: number): Promise<void> =>
      removeFiles(writes, [row], now),
  };
};

const toColumns = ({ declaredType, type, scan, ...file }: UploadedFile) => ({
  ...file,
  type: encodeEnum(attachmentTypes, type),
  declared_type: declaredType,
  scan: encodeEnum(scanStates, scan),
});
