import { createOwnChanges } from '../list/own-changes.ts';

/** Incoming mail that this page has just processed or discarded. */
export const ownMailChanges = createOwnChanges();

/** Outgoing mail that this page has just sent again or discarded. */
export const ownDeliveryChanges = createOwnChanges();
