/** The API contract: operations, schemas and errors. */
import type * as attachments from './attachments.ts';
import type * as auditEntries from './audit-entries.ts';
import type * as clients from './clients.ts';
import type * as customers from './customers.ts';
import type * as deliveries from './deliveries.ts';
import type * as events from './events.ts';
import type * as gists from './gists.ts';
import type * as grants from './grants.ts';
import type * as identities from './identities.ts';
import type * as identityProviders from './identity-providers.ts';
import type * as invitations from './invitations.ts';
import type * as jobs from './jobs.ts';
import type * as mailboxAuthorizations from './mailbox-authorizations.ts';
import type * as mailboxChecks from './mailbox-checks.ts';
import type * as mailboxConnections from './mailbox-connections.ts';
import type * as mailboxes from './mailboxes.ts';
import type * as mails from './mails.ts';
import type * as messages from './messages.ts';
import type * as notifications from './notifications.ts';
import type { Operation } from './operation.ts';
import type * as participants from './participants.ts';
import type * as people from './people.ts';
import type * as presence from './presence.ts';
import type * as sampleData from './sample-data.ts';
import type * as scriptTokens from './script-tokens.ts';
import type * as searchSuggestions from './search-suggestions.ts';
import type * as secondFactors from './second-factors.ts';
import type * as sessions from './sessions.ts';
import type * as settings from './settings.ts';
import type * as stars from './stars.ts';
import type * as tags from './tags.ts';
import type * as ticketCounts from './ticket-counts.ts';
import type * as tickets from './tickets.ts';
import type * as views from './views.ts';
import type * as watchers from './watchers.ts';

export * from './attachments.ts';
export * from './audit-entries.ts';
export * from './clients.ts';
export * from './customers.ts';
export * from './deliveries.ts';
export * from './enums.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './gists.ts';
export * from './grants.ts';
export * from './identities.ts';
export * from './identity-providers.ts';
export * from './invitations.ts';
export * from './jobs.ts';
export * from './mailbox-authorizations.ts';
export * from './mailbox-checks.ts';
export * from './mailbox-connections.ts';
export * from './mailboxes.ts';
export * from './mails.ts';
export * from './messages.ts';
export * from './notifications.ts';
export * from './operation.ts';
export * from './participants.ts';
export * from './people.ts';
export * from './presence.ts';
export * from './resources.ts';
export * from './sample-data.ts';
export * from './script-tokens.ts';
export * from './search-suggestions.ts';
export * from './second-factors.ts';
export * from './sessions.ts';
export * from './settings.ts';
export * from './stars.ts';
export * from './tags.ts';
export * from './ticket-counts.ts';
export * from './tickets.ts';
export * from './views.ts';
export * from './watchers.ts';

type Modules = typeof tickets &
  typeof ticketCounts &
  typeof searchSuggestions &
  typeof messages &
  typeof attachments &
  typeof gists &
  typeof stars &
  typeof people &
  typeof invitations &
  typeof secondFactors &
  typeof identityProviders &
  typeof identities &
  typeof customers &
  typeof tags &
  typeof deliveries &
  typeof mailboxChecks &
  typeof mailboxAuthorizations &
  typeof mailboxes &
  typeof mailboxConnections &
  typeof mails &
  typeof participants &
  typeof presence &
  typeof watchers &
  typeof notifications &
  typeof views &
  typeof clients &
  typeof grants &
  typeof scriptTokens &
  typeof jobs &
  typeof sessions &
  typeof settings &
  typeof sampleData &
  typeof auditEntries &
  typeof events;
type DeclaredOperation = {
  [Name in keyof Modules]: Modules[Name] extends Operation ? Modules[Name] : never;
}[keyof Modules];

/** Operations by request line: `Operations['GET /tickets/{ticket_id}']`. */
export type Operations = { [O in DeclaredOperation as `${O['method']} ${O['path']}`]: O };
