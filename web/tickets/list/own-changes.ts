import { createOwnChanges } from '../../list/own-changes.ts';

/** Tickets that this page has just created, changed or deleted. A new message is a change. */
export const ownTicketChanges = createOwnChanges();
