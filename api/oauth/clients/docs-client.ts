import { scopes } from '#contract/vocabulary';
import type { Database } from '../../database/database.ts';
import { putClient } from './own-clients.ts';
import { metadataOf } from './registration.ts';
import { docsClientId } from './reserved-clients.ts';
import type { StoredMetadata } from './stored-client.ts';

/**
 * Sees to it that the docs page is registered with its address of today. It shows both grants that a page can use, so it
 * may use both; it is a page anybody can open, so people are asked, and it gets no refresh token to keep.
 */
export const ensureDocsClient = (database: Database, redirectUri: string, clock: () => number): Promise<void> => {
  const name = 'API reference';
  const metadata: StoredMetadata = {
    ...metadataOf({ name, redirectUris: [redirectUri], kind: 'public', scopes: [...scopes] }),
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'token'],
  };
  return putClient(database, { clientId: docsClientId, name, secret: null, metadata }, clock);
};
