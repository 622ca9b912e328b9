import { attachments } from './attachments.ts';
import { auditLog } from './audit-log.ts';
import { changeLogChecks } from './change-log.ts';
import type { Check } from './check.ts';
import { values } from './column-values.ts';
import { counters } from './counters.ts';
import { customers } from './customers.ts';
import { deliveries } from './deliveries.ts';
import { engine } from './engine.ts';
import { fileChecks } from './files.ts';
import { gistChecks } from './gists.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { jobs } from './jobs.ts';
import { mailboxes } from './mailboxes.ts';
import { mailChecks } from './mails.ts';
import { notificationChecks } from './notifications.ts';
import { references } from './references.ts';
import { postgresWords } from './search-postgres.ts';
import { sqliteWords } from './search-sqlite.ts';
import { settings } from './settings.ts';
import { tagCounts } from './tags.ts';
import { threads } from './threads.ts';
import { tokens } from './tokens.ts';
import { tombstones } from './tombstones.ts';
import { versions } from './versions.ts';
import { vocabulary } from './vocabulary.ts';

/** All checks. A new table adds checks for its derived columns and its references. */
export const checks: readonly Check[] = [
  ...engine,
  ...counters,
  ...values,
  ...references,
  threads,
  customers,
  tagCounts,
  ...deliveries,
  ...mailboxes,
  ...jobs,
  settings,
  ...versions,
  ...changeLogChecks,
  auditLog,
  ...tombstones,
  ...gistChecks,
  ...notificationChecks,
  ...mailChecks,
  ...fileChecks,
  ...attachments,
  idempotencyKeys,
  ...tokens,
  sqliteWords,
  postgresWords,
  vocabulary,
];
