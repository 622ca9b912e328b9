import { queryOptions } from '@tanstack/react-query';
import type { Person } from '#contract';
import { personKinds } from '#contract/enums';
import { call } from '../api-client/client.ts';
import { fetchAllPages } from '../api-client/fetch-all-pages.ts';

/** A person, mailbox or the desk itself, with the fields that lists and pickers show. */
export type Colleague = Pick<Person, 'id' | 'name' | 'role' | 'disabled' | 'kind'>;

/** GET /people: all people of all kinds. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => readPeople(signal),
  staleTime: 5 * 60_000,
});

/**
 * Includes mailboxes and the desk itself, which are the authors of automatic changes. Tickets cannot be assigned to
 * them.
 */
const allKinds = { kind: personKinds.join(',') };

const readPeople = (signal: AbortSignal): Promise<Colleague[]> =>
  fetchAllPages(page =>
    call('GET /people', {
      query: { ...allKinds, per_page: '100', fields: 'id,name,role,disabled,kind', ...page },
      signal,
    }),
  );
