import type { z } from 'zod';
import type { listIdentityProviders } from '#contract';
import { readCounter } from '../database/counters.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type IdentityProviderRow, toIdentityProvider } from './representation.ts';

/** Describes the list of identity providers to the request pipeline. */
export const identityProviderList = (
  apiPublicUrl: string,
): ListDefinition<z.output<typeof listIdentityProviders.query>, IdentityProviderRow> => ({
  kind: 'identity_provider',
  validator: async queries => String(await readCounter(queries, 'identity_providers.changes')),
  page: (queries, { query, anchor, limit }) =>
    readPage(
      createScan(queries.selectFrom('identity_providers').selectAll(), 'identity_providers'),
      sortColumns(query.sort),
      anchor,
      limit,
    ),
  count: queries => countRows(queries.selectFrom('identity_providers')),
  toRepresentation: toIdentityProvider(apiPublicUrl),
});
