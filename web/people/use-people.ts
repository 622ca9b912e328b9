import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Unread, unreadOf } from '../unread.ts';
import { type Colleague, peopleQuery } from './queries.ts';

const nobody: Colleague[] = [];

/** The people of the desk; none until they are read. */
const usePeople = (): Colleague[] => useQuery(peopleQuery).data ?? nobody;

/** A person's name by id. Until people are read, and for an id that is nobody's, the id itself. */
export function useNameOf(): (id: string) => string {
  const people = usePeople();
  return useMemo(() => {
    const names = new Map(people.map(({ id, name }) => [id, name]));
    return id => names.get(id) ?? (people.length === 0 ? '' : `Person ${id}`);
  }, [people]);
}

/** Why nobody is known but oneself. */
export const useUnreadPeople = (): Unread | null => unreadOf(useQuery(peopleQuery));

/** Who can be given a ticket: everyone who may work on it. */
export const useAssignable = (): Colleague[] =>
  usePeople().filter(({ role, disabled }) => role !== 'viewer' && !disabled);
