import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getLoadError, type LoadError } from '../api-client/load-error.ts';
import { type Colleague, peopleQuery } from './queries.ts';

const noPeople: Colleague[] = [];

/** Returns the people of all kinds, including mailboxes. Empty until they have loaded. */
export const usePeople = (): Colleague[] => useQuery(peopleQuery).data ?? noPeople;

/**
 * Returns a function that finds a person's name. It returns '' while loading, and `Person {id}` for unknown ids and
 * after errors.
 */
export function usePersonName(): (id: string) => string {
  const { data: people = noPeople, isPending } = useQuery(peopleQuery);
  return useMemo(() => {
    const names = new Map(people.map(({ id, name }) => [id, name]));
    return id => names.get(id) ?? (isPending ? '' : `Person ${id}`);
  }, [people, isPending]);
}

/** Returns the error if people could not be loaded and none are cached; otherwise null. */
export const usePeopleError = (): LoadError | null => getLoadError(useQuery(peopleQuery));

/** Returns the people to whom tickets can be assigned: enabled agents and administrators. */
export const useAssignablePeople = (): Colleague[] =>
  usePeople().filter(({ role, disabled }) => role !== 'viewer' && !disabled);
