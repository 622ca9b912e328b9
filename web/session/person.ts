import { createContext, use } from 'react';
import type { SessionPerson } from '../api-client/client.ts';

export const PersonContext = createContext<SessionPerson | null>(null);

/** Returns the signed-in person. Only for components inside `SessionGate`. */
export function usePerson(): SessionPerson {
  const person = use(PersonContext);
  if (!person) throw new Error('usePerson requires a PersonContext');
  return person;
}
