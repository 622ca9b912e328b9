import { queryOptions } from '@tanstack/react-query';
import type { Person } from '#contract';
import { call } from '../api.ts';
import { cursorOf } from '../connection/link-header.ts';

/** Someone a ticket can be assigned to. */
export type Colleague = Pick<Person, 'id' | 'name' | 'role' | 'disabled'>;

/** GET /people, all of its pages. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => readPeople(signal),
  staleTime: 5 * 60_000,
});

async function readPeople(signal: AbortSignal): Promise<Colleague[]> {
  const people: Colleague[] = [];
  let cursor: string | undefined;
  do {
    const page = { per_page: '100', fields: 'id,name,role,disabled', ...(cursor && { cursor }) };
    const { body, links } = await call('GET /people', { query: page, signal });
    people.push(...body);
    cursor = cursorOf(links.next);
  } while (cursor);
  return people;
}
