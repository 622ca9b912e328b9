import { attachmentChecks } from './attachments.ts';
import { auditLogCheck } from './audit-log.ts';
import { changeLogChecks } from './change-log.ts';
import type { Check } from './check.ts';
import { valueChecks } from './column-values.ts';
import { counterChecks } from './counters.ts';
import { customerCheck } from './customers.ts';
import { deliveryChecks } from './deliveries.ts';
import { engineChecks } from './engine.ts';
import { fileChecks } from './files.ts';
import { gistChecks } from './gists.ts';
import { idempotencyKeyCheck } from './idempotency-keys.ts';
import { jobChecks } from './jobs.ts';
import { mailboxChecks } from './mailboxes.ts';
import { mailChecks } from './mails.ts';
import { notificationChecks } from './notifications.ts';
import { referenceChecks } from './references.ts';
import { postgresSearchCheck } from './search-postgres.ts';
import { sqliteSearchCheck } from './search-sqlite.ts';
import { settingsCheck } from './settings.ts';
import { tagCountCheck } from './tags.ts';
import { threadCheck } from './threads.ts';
import { tokenChecks } from './tokens.ts';
import { tombstoneChecks } from './tombstones.ts';
import { versionChecks } from './versions.ts';
import { vocabularyCheck } from './vocabulary.ts';

/** All checks. A new table needs checks of its derived columns and its references. */
export const checks: readonly Check[] = [
  ...engineChecks,
  ...counterChecks,
  ...valueChecks,
  ...referenceChecks,
  threadCheck,
  customerCheck,
  tagCountCheck,
  ...deliveryChecks,
  ...mailboxChecks,
  ...jobChecks,
  settingsCheck,
  ...versionChecks,
  ...changeLogChecks,
  auditLogCheck,
  ...tombstoneChecks,
  ...gistChecks,
  ...notificationChecks,
  ...mailChecks,
  ...fileChecks,
  ...attachmentChecks,
  idempotencyKeyCheck,
  ...tokenChecks,
  sqliteSearchCheck,
  postgresSearchCheck,
  vocabularyCheck,
];
