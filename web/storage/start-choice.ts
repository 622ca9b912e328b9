import { browserStorage } from './browser-storage.ts';
import { createStore, useStore } from './observable-store.ts';

/** State of the start checklist in this browser: opened automatically, or dismissed by the user. */
type StartChoice = 'opened' | 'dismissed';

const key = 'stardesk:start';

const choice = createStore(browserStorage.get(key));

/** Returns the stored state of the checklist; null until the checklist is opened or dismissed. */
export const useStartChoice = (): string | null => useStore(choice);

export function storeStartChoice(chosen: StartChoice): void {
  browserStorage.set(key, chosen);
  choice.write(chosen);
}
