import { createStore } from '../../storage/observable-store.ts';

/** Stores whether changes arrive immediately. If not, the app checks for changes every 30 seconds. */
export const liveStatus = createStore(true);
