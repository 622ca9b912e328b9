import { createAttachmentStore } from './attachments/store.ts';
import type { Database } from './database/database.ts';
import { createAccountMails } from './deliveries/account-mails.ts';
import { messageDeliveries } from './deliveries/message-deliveries.ts';
import type { Files } from './files/files.ts';
import { createGistStore } from './gists/store.ts';
import { createIdentityProviderStore } from './identity-providers/store.ts';
import { createAuthorizationStore } from './mailboxes/authorization/store.ts';
import { createMailboxCredentials } from './mailboxes/credentials.ts';
import { createMailboxStore } from './mailboxes/store.ts';
import { createMailStore } from './mails/store.ts';
import { createMessageStore } from './messages/store.ts';
import { createInvitations } from './people/invitations.ts';
import { createPersonStore } from './people/store.ts';
import type { Secrets } from './secrets/secrets.ts';
import { createTagStore } from './tags/store.ts';
import { createTicketStore } from './tickets/store.ts';
import { createViewStore } from './views/store.ts';

export type Stores = ReturnType<typeof createStores>;

/** Creates the stores that requests and background jobs share. */
export const createStores = ({ database, files, secrets }: { database: Database; files: Files; secrets: Secrets }) => {
  const people = createPersonStore();
  const tickets = createTicketStore(database);
  const views = createViewStore();
  const mailboxes = createMailboxStore({ people, secrets });
  const authorizations = createAuthorizationStore(secrets);
  const accountMails = createAccountMails(mailboxes.findRecipient);
  return {
    people,
    accountMails,
    identityProviders: createIdentityProviderStore(secrets),
    invitations: createInvitations(accountMails),
    tickets,
    gists: createGistStore(),
    messages: createMessageStore(tickets, people, messageDeliveries),
    authorizations,
    credentials: createMailboxCredentials({ authorizations, secrets }),
    mailboxes,
    views,
    tags: createTagStore({ views, mailboxes }),
    mails: createMailStore(),
    attachments: createAttachmentStore(),
    files,
  };
};
