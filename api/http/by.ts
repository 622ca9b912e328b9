import type { Actor } from '../database/change-log.ts';
import type { Change } from './route.ts';

/** Returns the actor of a write, as the change log stores it. */
export const byOf = ({ caller, now }: Change): Actor => ({
  personId: caller.person.id,
  clientId: caller.clientId,
  now,
});
