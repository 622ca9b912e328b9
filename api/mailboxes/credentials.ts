import type { Database } from '../database/database.ts';
import type { Credentials, MissingCredentials } from '../database/mailbox-servers.ts';
import { inboundPasswordName, outboundPasswordName } from '../database/secret-names.ts';
import { createAccessTokens } from './authorization/access-token.ts';
import { type AuthorizationSecrets, createAuthorizationStore } from './authorization/store.ts';
import { connectionDraft, type Direction, type MailboxRow } from './representation.ts';

/**
 * Reads the credentials of a mailbox; null if it has no user or no password for this server. It enqueues the renewal of
 * an access token that has expired.
 */
export type ReadCredentials = (
  database: Pick<Database, 'read' | 'transaction'>,
  mailbox: MailboxRow,
  direction: Direction,
  now: number,
) => Promise<Credentials | MissingCredentials | null>;

export const createReadCredentials = (secrets: AuthorizationSecrets): ReadCredentials => {
  const tokens = createAccessTokens(createAuthorizationStore(secrets));
  return async (database, mailbox, direction, now) => {
    const server = connectionDraft(mailbox)[direction];
    if (server?.authentication !== 'oauth') {
      const name = direction === 'inbound' ? inboundPasswordName(mailbox.id) : outboundPasswordName(mailbox.id);
      const user = server?.user ?? null;
      const pass = user === null ? null : await secrets.read(database.read, name);
      return user === null || pass === null ? null : { user, pass };
    }
    const token = await tokens.read(database.read, mailbox.id, now);
    if (token.kind === 'token') {
      const { accessToken, generation } = token;
      return { user: server.user ?? mailbox.address, accessToken, generation };
    }
    const { needsPerson } = token;
    if (!needsPerson) await tokens.renew(database, mailbox.id, now);
    return {
      response: token.response ?? 'The sign-in is being renewed.',
      needsPerson,
      isRenewing: token.response === null,
    };
  };
};
