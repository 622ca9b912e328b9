import { createOwnChanges } from '../list/own-changes.ts';

/** Notifications that this page has just marked. Only they may leave or enter the list at once. */
export const ownNotificationChanges = createOwnChanges();
