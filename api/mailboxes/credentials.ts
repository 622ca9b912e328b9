import type { MailboxCredentials } from '../database/mailbox-servers.ts';
import { inboundPasswordName, outboundPasswordName } from '../database/secret-names.ts';
import { createAccessTokens } from './authorization/access-token.ts';
import type { AuthorizationSecrets, AuthorizationStore } from './authorization/store.ts';
import { connectionDraft } from './representation.ts';

type CredentialDependencies = {
  authorizations: AuthorizationStore;
  secrets: Pick<AuthorizationSecrets, 'read'>;
};

/** Creates the functions with which mailboxes sign in at their servers. */
export const createMailboxCredentials = ({ authorizations, secrets }: CredentialDependencies): MailboxCredentials => {
  const tokens = createAccessTokens(authorizations);
  const readCredentials: MailboxCredentials['readCredentials'] = async (database, mailbox, direction, now) => {
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
  return { readCredentials, rejectToken: tokens.rejectToken };
};
