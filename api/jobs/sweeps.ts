import type { JobKind } from '#contract/enums';
import type { Settings } from '#contract/settings';
import { deleteOldUnattachedFiles } from '../database/attachments.ts';
import { deleteOldAuditEntries } from '../database/audit-log.ts';
import type { Database } from '../database/database.ts';
import { deleteExpiredKeys } from '../database/idempotency-keys.ts';
import { deleteOldRawMails } from '../database/mails.ts';
import { deleteExpiredLinks } from '../database/one-time-links.ts';
import { readSettings } from '../database/settings.ts';
import { deleteOldSources } from '../deliveries/retention.ts';
import { deleteOldNotifications } from '../notifications/retention.ts';
import { deleteExpiredRecords } from '../oauth/store/sweep.ts';
import { deleteExpiredPresence } from '../presence/store.ts';
import { doublingBackoff, type Handler } from './handler.ts';

/** Deletes expired rows in batches, and stops early if the signal aborts. */
type Sweep = (database: Database, now: number, signal: AbortSignal) => Promise<unknown>;

const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000];

/** Creates the handler of a sweep. Repeating a sweep is harmless. An aborted sweep fails, so that it continues soon. */
const createSweep = (kind: JobKind, everyMilliseconds: number, sweeps: readonly Sweep[]): Handler => ({
  kind,
  everyMilliseconds,
  concurrency: 1,
  maxAttempts: Number.POSITIVE_INFINITY,
  backoff: doublingBackoff(minute, 30 * minute),
  effect: 'store',
  async run(_job, { database, clock, signal }) {
    for (const sweep of sweeps) {
      await sweep(database, clock(), signal);
      signal.throwIfAborted();
    }
    return undefined;
  },
});

/** Creates a sweep of the rows that are older than a retention setting allows. */
const sweepByRetention =
  (
    name: keyof Settings['retention'],
    deleteBefore: (database: Database, before: number, signal: AbortSignal, now: number) => Promise<unknown>,
  ): Sweep =>
  async (database, now, signal) => {
    const { retention } = await readSettings(database.read);
    return deleteBefore(database, now - retention[name] * day, signal, now);
  };

/** Deletes rows that have expired, or that are older than the retention settings allow. */
export const purgeExpired = createSweep('purge_expired', hour, [
  deleteExpiredKeys,
  deleteExpiredLinks,
  sweepByRetention('raw_mail_days', deleteOldRawMails),
  sweepByRetention('raw_delivery_days', deleteOldSources),
  sweepByRetention('unattached_file_days', (database, before, signal, now) =>
    deleteOldUnattachedFiles(database, { before, now }, signal),
  ),
  sweepByRetention('audit_days', deleteOldAuditEntries),
  sweepByRetention('notification_days', deleteOldNotifications),
]);

/** Deletes expired sign-ins, tokens, counts of the rate limits, and presence. */
export const purgeSignIns = createSweep('purge_sign_ins', minute, [deleteExpiredRecords, deleteExpiredPresence]);
