import { scopes } from '#contract/vocabulary';
import type { Database } from '../../database/database.ts';
import { firstPartyPolicy } from './client-policy.ts';
import { putClient } from './own-clients.ts';
import { metadataOf, type Registration } from './registration.ts';

/**
 * Sees to it that the bff's client is registered as the bff is configured now: its secret, and its addresses under
 * `deskUrl`, the origin where browsers reach it.
 */
export const ensureBffClient = (
  database: Database,
  { id, secret, deskUrl }: { id: string; secret: string; deskUrl: string },
  clock: () => number,
): Promise<void> => {
  const registration: Registration = {
    name: 'Stardesk',
    redirectUris: [`${deskUrl}/auth`],
    kind: 'confidential',
    postLogoutRedirectUris: [`${deskUrl}/`],
    scopes: [...scopes],
  };
  const metadata = metadataOf(registration, firstPartyPolicy);
  return putClient(database, { clientId: id, name: registration.name, secret, metadata }, clock);
};
