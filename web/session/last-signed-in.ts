import { browserStorage } from '../storage/browser-storage.ts';

const storageKey = 'stardesk:known-here';

/** Returns whether this browser was signed in at its last visit. */
export const wasSignedInLast = (): boolean => browserStorage.get(storageKey) !== null;

export function storeLastSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) browserStorage.set(storageKey, 'yes');
  else browserStorage.remove(storageKey);
}
