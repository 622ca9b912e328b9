import type { z } from 'zod';
import type { listAttachments } from '#contract';
import { scanStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type AttachmentRow, getAttachmentCacheKey, toAttachment } from './representation.ts';

type AttachmentQuery = z.output<typeof listAttachments.query>;

/** Describes the list of files to the request pipeline. */
export const attachmentList = (apiPublicUrl: string): ListDefinition<AttachmentQuery, AttachmentRow> => ({
  kind: 'attachment',
  validator: async queries => String(await readCounter(queries, 'attachments.changes')),
  page: (queries, { query, caller, anchor, limit }) =>
    readPage(
      createScan(selectVisible(queries, query, caller.person.id).selectAll(), 'attachments'),
      sortColumns(query.sort),
      anchor,
      limit,
    ),
  count: (queries, { query, caller }) => countRows(selectVisible(queries, query, caller.person.id)),
  toRepresentation: toAttachment(apiPublicUrl),
  getCacheKey: getAttachmentCacheKey,
});

/** Selects files on messages, and files that the person uploaded. */
const selectVisible = (queries: Queries, { ticket_id, message_id, scan }: AttachmentQuery, personId: string) =>
  queries
    .selectFrom('attachments')
    .where(({ eb, or }) => or([eb('message_id', 'is not', null), eb('uploader_id', '=', personId)]))
    .$if(ticket_id !== undefined, narrow => narrow.where('ticket_id', '=', ticket_id ?? ''))
    .$if(message_id !== undefined, narrow => narrow.where('message_id', '=', message_id ?? ''))
    .$if(scan !== undefined, narrow =>
      narrow.where(
        'scan',
        'in',
        (scan ?? []).map(each => encodeEnum(scanStates, each)),
      ),
    );
