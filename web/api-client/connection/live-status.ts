import { createStore } from '../../storage/observable-store.ts';

/** Whether changes arrive immediately. If not, the app checks for changes every 30 seconds. */
export const areUpdatesLive = createStore(true);
