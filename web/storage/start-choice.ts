import { browserStorage } from './browser-storage.ts';
import { createStore, useStore } from './observable-store.ts';

/** What this browser did with the start checklist: it opened by itself, or its reader dismissed it. */
type StartChoice = 'opened' | 'dismissed';

const key = 'stardesk:start';

const choice = createStore(browserStorage.get(key));

export const useStartChoice = (): string | null => useStore(choice);

export function storeStartChoice(chosen: StartChoice): void {
  browserStorage.set(key, chosen);
  choice.write(chosen);
}
