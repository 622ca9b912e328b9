import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Client, ClientUsage, Grant, ScriptToken } from '#contract';
import { call } from '../../api-client/client.ts';
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts';

const pageQuery = { per_page: '100' } as const;

/** GET /clients, without built-in clients, newest first. */
export const programsQuery = queryOptions({
  queryKey: ['programs'],
  queryFn: ({ signal }) => fetchAllPages(page => call('GET /clients', { query: { ...pageQuery, ...page }, signal })),
  select: programs => programs.filter(program => !program.built_in),
});

/** GET /client_usage: people and last use of each program. Changes at any time, so each screen refetches it. */
export const programUsageQuery = queryOptions({
  queryKey: [...programsQuery.queryKey, 'usage'],
  queryFn: async ({ signal }): Promise<ClientUsage> => (await call('GET /client_usage', { signal })).body,
  staleTime: 0,
});

/** GET /clients/{client_id}. */
export const programQuery = (id: string) =>
  queryOptions({
    queryKey: [...programsQuery.queryKey, 'item', id],
    queryFn: async ({ signal }): Promise<Client> =>
      (await call('GET /clients/{client_id}', { params: { client_id: id }, signal })).body,
  });

/** GET /grants of a program. */
export const grantsQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...programsQuery.queryKey, 'grants', clientId],
    queryFn: ({ signal }): Promise<Grant[]> =>
      fetchAllPages(page => call('GET /grants', { query: { client_id: clientId, ...pageQuery, ...page }, signal })),
    staleTime: 0,
  });

/** GET /script_tokens, newest first. */
export const scriptTokensQuery = queryOptions({
  queryKey: ['script-tokens'],
  queryFn: ({ signal }): Promise<ScriptToken[]> =>
    fetchAllPages(page => call('GET /script_tokens', { query: { ...pageQuery, ...page }, signal })),
});

/** Stores a program that the server returned, and refetches the list. */
export function storeProgram(client: QueryClient, program: Client): void {
  client.setQueryData(programQuery(program.id).queryKey, program);
  void client.invalidateQueries({ queryKey: programsQuery.queryKey, exact: true });
}

/** Refetches the data that a revocation of access changes. */
export function refetchAccess(client: QueryClient, clientId: string): void {
  void client.invalidateQueries({ queryKey: grantsQuery(clientId).queryKey });
  void client.invalidateQueries({ queryKey: programUsageQuery.queryKey });
}
