import { createKeeper } from '../kept/kept.ts';

const storageKey = 'stardesk:known-here';
const storage = createKeeper(() => localStorage);

/** Returns whether this browser was signed in at its last visit. */
export const isKnownHere = (): boolean => storage.look(storageKey) !== null;

/** Stores whether this browser is signed in. */
export function noteKnownHere(isSignedIn: boolean): void {
  if (isSignedIn) storage.keep(storageKey, 'yes');
  else storage.forget(storageKey);
}
