import type { By } from '../database/change-log.ts';
import type { Change } from './route.ts';

/** Who changes something, as the change log keeps it. */
export const byOf = ({ caller, now }: Change): By => ({ personId: caller.person.id, clientId: caller.clientId, now });
