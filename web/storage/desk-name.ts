import { browserStorage } from './browser-storage.ts';
import { createStore, useStore } from './observable-store.ts';

const key = 'stardesk:desk-name';

const deskName = createStore(browserStorage.get(key) ?? 'Stardesk');

/** Returns the name of the desk. The page starts with the name of the last visit, so that the shown name seldom changes. */
export const useDeskName = (): string => useStore(deskName);

/** Stores the name that the server returned. */
export function storeDeskName(name: string): void {
  if (name === deskName.read()) return;
  browserStorage.set(key, name);
  deskName.write(name);
}
