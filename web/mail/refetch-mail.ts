import type { Query, QueryClient } from '@tanstack/react-query';
import { mailboxStatusesQuery } from '../mailboxes/queries.ts';
import { mailKeys } from './mail-keys.ts';

/** Refetches the shown mail and the number of problems; with a predicate, only matching queries. */
export function refetchMail(client: QueryClient, predicate: (query: Query) => boolean = () => true): void {
  for (const queryKey of [mailKeys.all, mailboxStatusesQuery.queryKey]) {
    void client.invalidateQueries({ queryKey, predicate });
  }
}
