import type { z } from 'zod';
import type { listMailboxes } from '#contract';
import { readCounter } from '../database/counters.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type MailboxRow, toMailbox } from './representation.ts';

/** Describes the list of mailboxes to the request pipeline. */
export const mailboxList = (
  apiPublicUrl: string,
): ListDefinition<z.output<typeof listMailboxes.query>, MailboxRow> => ({
  kind: 'mailbox',
  validator: async queries => String(await readCounter(queries, 'mailboxes.changes')),
  page: (queries, { query, anchor, limit }) =>
    readPage(
      createScan(queries.selectFrom('mailboxes').selectAll(), 'mailboxes'),
      sortColumns(query.sort),
      anchor,
      limit,
    ),
  count: queries => countRows(queries.selectFrom('mailboxes')),
  toRepresentation: toMailbox(apiPublicUrl),
});
