import { createOwnChanges } from '../../list/own-changes.ts';

export const ownTickets = createOwnChanges();
