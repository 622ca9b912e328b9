import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Unread, unreadOf } from '../unread.ts';
import { type Colleague, peopleQuery } from './queries.ts';

const nobody: Colleague[] = [];

/** The people of the desk; none until they are read. */
const usePeople = (): Colleague[] => useQuery(peopleQuery).data ?? nobody;

/** A person's name by id: none until people are read, and for an id that is nobody's, or where they cannot be read, the id itself. */
export function useNameOf(): (id: string) => string {
  const { data: people = nobody, isPending } = useQuery(peopleQuery);
  return useMemo(() => {
    const names = new Map(people.map(({ id, name }) => [id, name]));
    return id => names.get(id) ?? (isPending ? '' : `Person ${id}`);
  }, [people, isPending]);
}

/** Why nobody is known but oneself. */
export const useUnreadPeople = (): Unread | null => unreadOf(useQuery(peopleQuery));

/** Who can be given a ticket: everyone who may work on it. */
export const useAssignable = (): Colleague[] =>
  usePeople().filter(({ role, disabled }) => role !== 'viewer' && !disabled);
