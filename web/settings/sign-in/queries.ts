import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { IdentityProvider } from '#contract';
import { call } from '../../api-client/client.ts';
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts';

/** GET /identity_providers, oldest first. */
export const identityProvidersQuery = queryOptions({
  queryKey: ['identity_providers'],
  queryFn: ({ signal }) =>
    fetchAllPages(page => call('GET /identity_providers', { query: { per_page: '100', ...page }, signal })),
});

/** GET /identity_providers/{identity_provider_id}. */
export const identityProviderQuery = (id: string) =>
  queryOptions({
    queryKey: [...identityProvidersQuery.queryKey, 'item', id],
    queryFn: async ({ signal }): Promise<IdentityProvider> => {
      const params = { identity_provider_id: id };
      return (await call('GET /identity_providers/{identity_provider_id}', { params, signal })).body;
    },
  });

/** Stores a provider that the server returned, and refetches the list. */
export function storeIdentityProvider(client: QueryClient, provider: IdentityProvider): void {
  client.setQueryData(identityProviderQuery(provider.id).queryKey, provider);
  void client.invalidateQueries({ queryKey: identityProvidersQuery.queryKey, exact: true });
}
