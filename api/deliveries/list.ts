import type { z } from 'zod';
import type { listDeliveries } from '#contract';
import { deliveryKinds, deliveryStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { isOutgoingProblem } from '../database/mail-problems.ts';
import { readMailboxStates } from '../database/mailbox-states.ts';
import { createScan, readPage } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type DeliveryRow, getDeliveryCacheKey, toDelivery } from './representation.ts';
import { loadRecipients } from './store.ts';

type Query = z.output<typeof listDeliveries.query>;

/** Describes the list of deliveries to the request pipeline. */
export const deliveryList = (apiPublicUrl: string): ListDefinition<Query, DeliveryRow> => ({
  kind: 'delivery',
  // Changes of tickets count too: deleting a ticket deletes its mail.
  async validator(queries) {
    const counters = ['deliveries.changes', 'tickets.changes'] as const;
    const [states, ...counts] = await Promise.all([
      readMailboxStates(queries),
      ...counters.map(name => readCounter(queries, name)),
    ]);
    // A paused mailbox makes its queued mail a problem.
    return [...counts, ...states.map(row => row.outbound_state)].join('/');
  },
  async page(queries, { query, anchor, limit }) {
    const scan = createScan(selectMatching(queries, query).selectAll(), 'deliveries');
    const page = await readPage(scan, sortColumns(query.sort), anchor, limit);
    return { ...page, rows: await loadRecipients(queries, page.rows) };
  },
  count: (queries, { query }) => countRows(selectMatching(queries, query)),
  toRepresentation: toDelivery(apiPublicUrl),
  getCacheKey: getDeliveryCacheKey,
});

const selectMatching = (queries: Queries, { state, kind, ticket_id, mailbox_id, problem }: Query) =>
  queries
    .selectFrom('deliveries')
    .$if(state !== undefined, narrow =>
      narrow.where(
        'state',
        'in',
        (state ?? []).map(each => encodeEnum(deliveryStates, each)),
      ),
    )
    .$if(kind !== undefined, narrow =>
      narrow.where(
        'kind',
        'in',
        (kind ?? []).map(each => encodeEnum(deliveryKinds, each)),
      ),
    )
    .$if(problem !== undefined, narrow =>
      narrow.where(eb => (problem ? isOutgoingProblem(eb) : eb.not(isOutgoingProblem(eb)))),
    )
    .$if(ticket_id !== undefined, narrow =>
      narrow.where('ticket_n', 'in', inner =>
        inner
          .selectFrom('tickets')
          .select('n')
          .where('id', '=', ticket_id ?? ''),
      ),
    )
    .$if(mailbox_id !== undefined, narrow => narrow.where('mailbox_id', '=', mailbox_id ?? ''));
