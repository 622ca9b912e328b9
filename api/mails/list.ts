import type { z } from 'zod';
import type { listMails } from '#contract';
import { mailReasons, mailStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type MailRow, toMail } from './representation.ts';

type MailQuery = z.output<typeof listMails.query>;

/** Describes the list of mails to the request pipeline. */
export const mailList = (apiPublicUrl: string): ListDefinition<MailQuery, MailRow> => ({
  kind: 'mail',
  validator: async queries => String(await readCounter(queries, 'mails.changes')),
  page: (queries, { query, anchor, limit }) =>
    readPage(createScan(filter(queries, query).selectAll(), 'mails'), sortColumns(query.sort), anchor, limit),
  count: (queries, { query }) => countRows(filter(queries, query)),
  toRepresentation: toMail(apiPublicUrl),
});

const filter = (queries: Queries, { state, reason, mailbox_id, ticket_id }: MailQuery) =>
  queries
    .selectFrom('mails')
    // Literals, which match the partial index of mail problems.
    .$if(state !== undefined, narrow =>
      narrow.where(({ eb, lit, or }) =>
        or((state ?? []).map(each => eb('state', '=', lit(encodeEnum(mailStates, each))))),
      ),
    )
    .$if(reason !== undefined, narrow =>
      narrow.where(
        'reason',
        'in',
        (reason ?? []).map(each => encodeEnum(mailReasons, each)),
      ),
    )
    .$if(mailbox_id !== undefined, narrow => narrow.where('mailbox_id', '=', mailbox_id ?? ''))
    .$if(ticket_id !== undefined, narrow => narrow.where('ticket_id', '=', ticket_id ?? ''));
