import { createTextStorage } from '../storage/browser-storage.ts';

const storageKey = 'stardesk:known-here';
const storage = createTextStorage(() => localStorage);

/** Returns whether this browser was signed in at its last visit. */
export const wasSignedInLast = (): boolean => storage.get(storageKey) !== null;

export function storeLastSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) storage.set(storageKey, 'yes');
  else storage.remove(storageKey);
}
