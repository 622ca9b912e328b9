import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Person, SecondFactors } from '#contract';
import { call } from '../../api-client/client.ts';
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts';
import { peopleQuery } from '../../people/queries.ts';
import { sessionQuery } from '../../session/queries.ts';

const compareNames = new Intl.Collator('en', { numeric: true }).compare;

/** GET /people: all people by name. Disabled people come last. */
export const peopleListQuery = queryOptions({
  queryKey: [...peopleQuery.queryKey, 'list'],
  queryFn: ({ signal }) => fetchAllPages(page => call('GET /people', { query: { per_page: '100', ...page }, signal })),
  select: people => people.toSorted((a, b) => Number(a.disabled) - Number(b.disabled) || compareNames(a.name, b.name)),
});

/** GET /people/{person_id}. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...peopleQuery.queryKey, 'item', id],
    queryFn: async ({ signal }): Promise<Person> =>
      (await call('GET /people/{person_id}', { params: { person_id: id }, signal })).body,
  });

/** GET /invitations: the invitations that have not been accepted yet. */
export const invitationsQuery = queryOptions({
  queryKey: [...peopleQuery.queryKey, 'invitations'],
  queryFn: async ({ signal }) => (await call('GET /invitations', { signal })).body.invitations,
});

/** The invitation of one person; undefined if the person has no invitation. */
export const invitationQuery = (personId: string) =>
  queryOptions({
    ...invitationsQuery,
    select: invitations => invitations.find(({ person_id }) => person_id === personId),
  });

/** GET /people/{person_id}/sessions: the browsers in which a person is signed in. */
export const sessionsQuery = (personId: string) =>
  queryOptions({
    queryKey: [...peopleQuery.queryKey, 'sessions', personId],
    queryFn: async ({ signal }) =>
      (await call('GET /people/{person_id}/sessions', { params: { person_id: personId }, signal })).body.sessions,
  });

/** GET /people/{person_id}/identities: the accounts at identity providers, oldest first. */
export const identitiesQuery = (personId: string) =>
  queryOptions({
    queryKey: [...peopleQuery.queryKey, 'identities', personId],
    queryFn: ({ signal }) =>
      fetchAllPages(page =>
        call('GET /people/{person_id}/identities', {
          ...{ params: { person_id: personId }, signal },
          query: { per_page: '100', ...page },
        }),
      ),
  });

/** GET /second_factors: the ids of the people who have a second factor. */
export const secondFactorOwnersQuery = queryOptions({
  queryKey: [...peopleQuery.queryKey, 'second-factor-owners'],
  queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
    const { body } = await call('GET /second_factors', { signal });
    return new Set(body.second_factors.map(({ person_id: id }) => id));
  },
});

/** GET /people/{person_id}/second_factors. */
export const secondFactorsQuery = (id: string) =>
  queryOptions({
    queryKey: [...peopleQuery.queryKey, 'second-factors', id],
    queryFn: async ({ signal }): Promise<SecondFactors> =>
      (await call('GET /people/{person_id}/second_factors', { params: { person_id: id }, signal })).body,
  });

/**
 * Stores a person that the server returned. Refetches the lists, and also the invitations and the sessions, which some
 * changes end. Also refetches the session of this browser if it belongs to the person.
 */
export function storePerson(client: QueryClient, person: Person): void {
  client.setQueryData(personQuery(person.id).queryKey, person);
  void client.invalidateQueries({ queryKey: peopleQuery.queryKey, exact: true });
  void client.invalidateQueries({ queryKey: peopleListQuery.queryKey });
  void client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
  void client.invalidateQueries({ queryKey: sessionsQuery(person.id).queryKey });
  const session = client.getQueryData(sessionQuery.queryKey);
  if (session?.signed_in && session.person.id === person.id)
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
