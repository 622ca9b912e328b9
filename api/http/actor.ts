import type { Actor } from '../database/change-log.ts';
import type { WriteContext } from './route.ts';

/** Returns the actor of a write, as the change log stores it. */
export const getActor = ({ caller, now }: WriteContext): Actor => ({
  personId: caller.person.id,
  clientId: caller.clientId,
  now,
});

/**
 * Returns the actor of a PUT that creates a resource. The write creates no notifications: a client that chooses the id
 * is assumed to import old data.
 */
export const getImporter = (context: WriteContext): Actor => ({ ...getActor(context), isSilent: true });
