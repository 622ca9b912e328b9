import { createOwnChanges } from '../../list/own-changes.ts';

/** Tickets that this page has just created, changed or deleted, or written in. */
export const ownTicketChanges = createOwnChanges();
