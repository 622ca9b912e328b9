import { createOwnChanges } from '../../list/own-changes.ts';

/** Tickets that this page has just changed. */
export const ownTickets = createOwnChanges();
