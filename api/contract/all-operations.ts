import * as attachments from './attachments.ts';
import * as auditEntries from './audit-entries.ts';
import * as clients from './clients.ts';
import * as customers from './customers.ts';
import * as deliveries from './deliveries.ts';
import * as events from './events.ts';
import * as gists from './gists.ts';
import * as grants from './grants.ts';
import * as identities from './identities.ts';
import * as identityProviders from './identity-providers.ts';
import * as invitations from './invitations.ts';
import * as jobs from './jobs.ts';
import * as mailboxAuthorizations from './mailbox-authorizations.ts';
import * as mailboxChecks from './mailbox-checks.ts';
import * as mailboxConnections from './mailbox-connections.ts';
import * as mailboxes from './mailboxes.ts';
import * as mails from './mails.ts';
import * as messages from './messages.ts';
import * as notifications from './notifications.ts';
import type { Operation } from './operation.ts';
import * as participants from './participants.ts';
import * as people from './people.ts';
import * as presence from './presence.ts';
import * as sampleData from './sample-data.ts';
import * as scriptTokens from './script-tokens.ts';
import * as searchSuggestions from './search-suggestions.ts';
import * as secondFactors from './second-factors.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as stars from './stars.ts';
import * as tags from './tags.ts';
import * as ticketCounts from './ticket-counts.ts';
import * as tickets from './tickets.ts';
import * as views from './views.ts';
import * as watchers from './watchers.ts';

export type ReferenceSection = { name: string; description: string; operations: readonly Operation[] };

/** Every operation by section, in the order of the reference. */
export const referenceSections: readonly ReferenceSection[] = [
  {
    name: 'Tickets',
    description: 'Customer requests that agents work on.',
    operations: [
      tickets.listTickets,
      tickets.listRecentlyClosed,
      ticketCounts.countTickets,
      searchSuggestions.suggestSearch,
      tickets.getTicket,
      tickets.createTicket,
      tickets.replaceTicket,
      tickets.updateTicket,
      tickets.deleteTicket,
      participants.listParticipants,
    ],
  },
  {
    name: 'Watching',
    description: 'The people who watch a ticket. Each person chooses which tickets to watch.',
    operations: [watchers.checkWatch, watchers.watchTicket, watchers.unwatchTicket, watchers.listWatchers],
  },
  {
    name: 'Notifications',
    description: 'Notifications about tickets and the desk. Each person has their own.',
    operations: [
      notifications.listNotifications,
      notifications.readNotifications,
      notifications.getNotification,
      notifications.markNotificationRead,
      notifications.markNotificationUnread,
      notifications.getNotificationPreferences,
      notifications.replaceNotificationPreferences,
    ],
  },
  {
    name: 'Messages',
    description: 'Replies and internal notes on a ticket.',
    operations: [
      messages.listMessages,
      messages.getMessage,
      messages.createMessage,
      messages.replaceMessage,
      messages.updateMessage,
      messages.deleteMessage,
    ],
  },
  {
    name: 'Attachments',
    description:
      'Files of messages. Upload a file first, then add its id to a message. The files of an incoming mail are on its message.',
    operations: [
      attachments.listAttachments,
      attachments.getAttachment,
      attachments.getAttachmentContent,
      attachments.createAttachment,
      attachments.deleteAttachment,
      attachments.getLimits,
    ],
  },
  {
    name: 'Customers',
    description: 'The people who write to the desk, by email address.',
    operations: [customers.getCustomer, customers.clearBounce],
  },
  {
    name: 'Tags',
    description: 'The tags of tickets: what they mean, and how many tickets have them.',
    operations: [tags.listTags, tags.getTag, tags.replaceTag, tags.mergeTag, tags.deleteTag],
  },
  {
    name: 'Deliveries',
    description: 'Outgoing mail, its recipients, and the responses of the mail servers.',
    operations: [
      deliveries.listDeliveries,
      deliveries.getDelivery,
      deliveries.getRawDelivery,
      deliveries.attemptDelivery,
      deliveries.cancelDelivery,
      deliveries.attemptMailbox,
      deliveries.createTestMail,
    ],
  },
  {
    name: 'Gists',
    description: 'Snippets that the team shares: replies, runbooks, log excerpts.',
    operations: [
      gists.listGists,
      gists.listStarredGists,
      gists.getGist,
      gists.createGist,
      gists.replaceGist,
      gists.updateGist,
      gists.deleteGist,
    ],
  },
  {
    name: 'Stars',
    description: 'Gists that a person marked as favourites. Each person has their own stars.',
    operations: [stars.checkStar, stars.starGist, stars.unstarGist],
  },
  {
    name: 'Views',
    description: 'Saved queries of the ticket list.',
    operations: [
      views.listViews,
      views.getView,
      views.createView,
      views.replaceView,
      views.updateView,
      views.deleteView,
    ],
  },
  {
    name: 'Events',
    description: 'The change log of tickets, messages and gists: what changed, when, and who changed it.',
    operations: [events.listEvents],
  },
  {
    name: 'Presence',
    description:
      'The people who have a ticket open or are writing on it. Presence is not stored permanently, and the change log does not contain it.',
    operations: [presence.listPresence, presence.announcePresence, presence.deletePresence],
  },
  {
    name: 'Mailboxes',
    description: 'The email addresses of the desk. Only administrators see the connections to mail servers.',
    operations: [
      mailboxes.listMailboxes,
      mailboxes.listMailboxStatuses,
      mailboxes.getMailbox,
      mailboxes.createMailbox,
      mailboxes.replaceMailbox,
      mailboxes.updateMailbox,
      mailboxes.deleteMailbox,
      mailboxConnections.getConnection,
      mailboxConnections.replaceConnection,
      mailboxConnections.updateConnection,
      mailboxChecks.checkMailbox,
      mailboxAuthorizations.getAuthorization,
      mailboxAuthorizations.replaceAuthorization,
      mailboxAuthorizations.deleteAuthorization,
    ],
  },
  {
    name: 'Mail',
    description: 'Incoming email. It is stored first and processed afterwards; mail that needs a decision is held.',
    operations: [
      mails.receiveMail,
      mails.listMails,
      mails.getMail,
      mails.getRawMail,
      mails.getOriginalMail,
      mails.processMail,
      mails.deleteMail,
    ],
  },
  {
    name: 'Settings',
    description: 'How the desk works, such as file limits and how long data is stored, and the sample data.',
    operations: [settings.getSettings, settings.updateSettings, sampleData.getSampleData, sampleData.removeSampleData],
  },
  {
    name: 'Programs',
    description: 'OAuth clients, the access that people granted to them, and script tokens. Only for administrators.',
    operations: [
      clients.listClients,
      clients.getClientUsage,
      clients.getClient,
      clients.createClient,
      clients.updateClient,
      clients.rotateClientSecret,
      clients.deleteClient,
      grants.listGrants,
      grants.getGrant,
      grants.deleteGrant,
      scriptTokens.listScriptTokens,
      scriptTokens.getScriptToken,
      scriptTokens.createScriptToken,
      scriptTokens.deleteScriptToken,
    ],
  },
  {
    name: 'Jobs',
    description:
      'Background work. Administrators list unfinished jobs, make them due now, and discard jobs that are not running.',
    operations: [jobs.listJobs, jobs.countJobs, jobs.getJob, jobs.retryJob, jobs.deleteJob],
  },
  {
    name: 'Audit log',
    description:
      'Administrative changes, such as changes to people, programs, mailboxes and settings. Only administrators can read it.',
    operations: [auditEntries.listAuditEntries, auditEntries.getAuditEntry],
  },
  {
    name: 'People',
    description: 'People who can sign in.',
    operations: [
      people.listPeople,
      people.getMe,
      people.updateMe,
      people.getPerson,
      people.createPerson,
      people.updatePerson,
      invitations.listInvitations,
      invitations.getInvitation,
      invitations.invitePerson,
      invitations.deleteInvitation,
      invitations.createResetLink,
      sessions.listSessions,
      sessions.getSession,
      sessions.endSession,
      secondFactors.listSecondFactors,
      secondFactors.getSecondFactors,
      secondFactors.deleteSecondFactors,
      identities.listIdentities,
      identities.getIdentity,
      identities.deleteIdentity,
    ],
  },
  {
    name: 'Identity providers',
    description: 'The OpenID Connect providers with which people sign in. Only administrators see them.',
    operations: [
      identityProviders.listIdentityProviders,
      identityProviders.getIdentityProvider,
      identityProviders.createIdentityProvider,
      identityProviders.replaceIdentityProvider,
      identityProviders.updateIdentityProvider,
      identityProviders.deleteIdentityProvider,
      identityProviders.checkIdentityProvider,
    ],
  },
];

export const operations: readonly Operation[] = referenceSections.flatMap(section => section.operations);
