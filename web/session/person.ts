import { createContext, use } from 'react';
import type { SignedInPerson } from '../api.ts';

/** The person in front of the screen. */
export const PersonContext = createContext<SignedInPerson | null>(null);

/** Who is signed in. Only below the session's gate. */
export function usePerson(): SignedInPerson {
  const person = use(PersonContext);
  if (!person) throw new Error('usePerson needs a signed-in person above it');
  return person;
}
