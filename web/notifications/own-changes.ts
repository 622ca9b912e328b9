import { createOwnChanges } from '../list/own-changes.ts';

/** Notifications that this page has just marked as read or unread. Only their rows move immediately. */
export const ownNotificationChanges = createOwnChanges();
