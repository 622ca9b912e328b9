import { createContext, use } from 'react';
import type { SignedInPerson } from '../api.ts';

export const PersonContext = createContext<SignedInPerson | null>(null);

/** Returns the signed-in person. Requires the session gate. */
export function usePerson(): SignedInPerson {
  const person = use(PersonContext);
  if (!person) throw new Error('usePerson requires a PersonContext');
  return person;
}
