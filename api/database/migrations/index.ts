import { people } from './0001-people.ts';
import { tickets } from './0002-tickets.ts';
import { gists } from './0003-gists.ts';
import { oauth } from './0004-oauth.ts';
import { idempotency } from './0005-idempotency.ts';
import { views } from './0006-views.ts';
import { events } from './0007-events.ts';
import { rateLimits } from './0008-rate-limits.ts';
import { ticketCounts } from './0009-ticket-counts.ts';
import { clientLimits } from './0010-client-limits.ts';
import { facets } from './0011-facets.ts';
import { grantLists } from './0012-grant-lists.ts';
import { grantLookup } from './0013-grant-lookup.ts';
import { clientChanges } from './0014-client-changes.ts';
import { oldSecrets } from './0015-old-secrets.ts';
import { searchWords } from './0016-search-words.ts';
import { customers } from './0017-customers.ts';
import { jobs } from './0018-jobs.ts';
import { mailboxes } from './0019-mailboxes.ts';
import { mails } from './0020-mails.ts';
import { deliveries } from './0021-deliveries.ts';
import { files } from './0022-files.ts';
import { attachments } from './0023-attachments.ts';
import { bounces } from './0024-bounces.ts';
import { imap } from './0025-imap.ts';
import { mailAuthorizations } from './0027-mail-authorizations.ts';
import { settings } from './0028-settings.ts';
import { auditLog } from './0029-audit-log.ts';
import { tags } from './0030-tags.ts';
import { oneTimeLinks } from './0031-one-time-links.ts';
import { clients } from './0032-clients.ts';
import { secondFactors } from './0033-second-factors.ts';
import { identityProviders } from './0035-identity-providers.ts';
import { peopleLists } from './0036-people-lists.ts';
import { sampleRows } from './0037-sample-rows.ts';
import { passkeys } from './0038-passkeys.ts';
import { presence } from './0039-presence.ts';
import { watchers } from './0040-watchers.ts';
import { notifications } from './0041-notifications.ts';
import { notificationMail } from './0042-notification-mail.ts';
import type { Migration } from './migration.ts';

/** All migrations, in the order they are applied. */
export const migrations: readonly Migration[] = [
  people,
  tickets,
  gists,
  oauth,
  idempotency,
  views,
  events,
  rateLimits,
  ticketCounts,
  clientLimits,
  facets,
  grantLists,
  grantLookup,
  clientChanges,
  oldSecrets,
  searchWords,
  customers,
  jobs,
  mailboxes,
  mails,
  deliveries,
  files,
  attachments,
  bounces,
  imap,
  mailAuthorizations,
  settings,
  auditLog,
  tags,
  oneTimeLinks,
  clients,
  secondFactors,
  identityProviders,
  peopleLists,
  sampleRows,
  passkeys,
  presence,
  watchers,
  notifications,
  notificationMail,
];
