import { createOwnChanges } from '../../list/own-changes.ts';

/** Which tickets the person in front of this page changed just now. */
export const ownTickets = createOwnChanges();
