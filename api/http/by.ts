import type { By } from '../database/change-log.ts';
import type { Change } from './route.ts';

/** Returns the actor of a write, as the change log stores it. */
export const byOf = ({ caller, now }: Change): By => ({ personId: caller.person.id, clientId: caller.clientId, now });
