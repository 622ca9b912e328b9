import type { z } from 'zod';
import type { ClientUsage, listClients } from '#contract';
import { isoTime } from '../../database/column-encoding.ts';
import { readCounter } from '../../database/counters.ts';
import type { Queries } from '../../database/database.ts';
import { sortColumns } from '../../database/keyset.ts';
import { createScan, readPage } from '../../database/page.ts';
import { countRows } from '../../database/resource-rows.ts';
import type { ListDefinition } from '../../http/serve-list.ts';
import { scriptClientId } from './client-ids.ts';
import { toClientRepresentation } from './client-representation.ts';
import type { ClientRow } from './stored-client.ts';

/** Describes the list of clients to the request pipeline. */
export const clientList = (apiPublicUrl: string): ListDefinition<z.output<typeof listClients.query>, ClientRow> => ({
  kind: 'client',
  validator: async queries => String(await readCounter(queries, 'clients.changes')),
  page: (queries, { query, anchor, limit }) =>
    readPage(createScan(queries.selectFrom('clients').selectAll(), 'clients'), sortColumns(query.sort), anchor, limit),
  count: queries => countRows(queries.selectFrom('clients')),
  toRepresentation: toClientRepresentation(apiPublicUrl),
});

/**
 * Counts, for each client, the people who have a valid code or token. `last_used_at` is the creation time of the newest
 * valid code or token.
 */
export const readClientUsage = async (queries: Queries, now: number): Promise<ClientUsage> => {
  const rows = await queries
    .selectFrom('oauth_records')
    .select(({ fn }) => [
      'client_id',
      fn.count<number>('account_id').distinct().as('people'),
      fn.max<number>('created_at').as('last_used_at'),
    ])
    .where('model', 'in', ['AuthorizationCode', 'AccessToken', 'RefreshToken'])
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('client_id', '<>', scriptClientId)
    .groupBy('client_id')
    .execute();
  return {
    clients: rows.map(({ client_id, people, last_used_at }) => ({
      client_id: client_id ?? '',
      people: Number(people),
      last_used_at: isoTime(last_used_at),
    })),
  };
};
