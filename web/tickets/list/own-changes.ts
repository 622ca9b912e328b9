import { createOwnChanges } from '../../list/own-changes.ts';

export const ownTicketChanges = createOwnChanges();
