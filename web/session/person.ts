import { createContext, use } from 'react';
import type { SessionPerson } from '../api-client/client.ts';

export const PersonContext = createContext<SessionPerson | null>(null);

/** Returns the signed-in person. Requires the session gate. */
export function usePerson(): SessionPerson {
  const person = use(PersonContext);
  if (!person) throw new Error('usePerson requires a PersonContext');
  return person;
}
