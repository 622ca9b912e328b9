import type { Settings } from '#contract/settings';
import { type AuditActor, recordAudit } from '../database/audit-log.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { prepareFind } from '../database/resource-rows.ts';
import { decodeSettings, encodeSettings, type SettingsRow, settingsId } from '../database/settings.ts';
import { checkStorageLimit } from '../database/stored-bytes.ts';
import { makeJobsDue } from '../jobs/enqueue.ts';

/** The migration that added the settings. */
const migrationName = '0028-settings';

/** The value of `n` while the settings have no row. */
const unstored = 0;

/** Finds the settings, which have no row until their first change. Inside a transaction, locks them until its end. */
export const findSettings = async (queries: Queries): Promise<SettingsRow> => {
  const row = await findRow(queries, { id: settingsId });
  if (row !== null) return row;
  // Locks a row that always exists, so that only one transaction creates the row of the settings.
  const { applied_at } = await queries
    .selectFrom('migrations')
    .select('applied_at')
    .where('name', '=', migrationName)
    .$if(queries.isTransaction, locked => locked.forUpdate())
    .executeTakeFirstOrThrow();
  const created = queries.isTransaction ? await findRow(queries, { id: settingsId }) : null;
  const times = { created_at: applied_at, updated_at: applied_at };
  return created ?? { n: unstored, id: settingsId, version: 1, ...times, changed: '{}' };
};

const findRow = prepareFind<{ id: string }, SettingsRow>((queries, value) =>
  queries.selectFrom('settings').selectAll().where('id', '=', value('id')),
);

/** Stores settings that the caller has locked. */
export const updateSettingsRow = async (
  writes: WriteTransaction,
  { n, ...before }: SettingsRow,
  settings: Settings,
  actor: AuditActor,
): Promise<SettingsRow> => {
  const version = before.version + 1;
  const changed = { changed: encodeSettings(settings), version, updated_at: actor.now };
  await incrementCounter(writes, 'settings.changes', n === unstored ? version : 1);
  const row = await (n === unstored
    ? writes
        .insertInto('settings')
        .values({ ...before, ...changed })
        .returningAll()
        .executeTakeFirstOrThrow()
    : writes.updateTable('settings').set(changed).where('n', '=', n).returningAll().executeTakeFirstOrThrow());
  const fields = { before: decodeSettings(before.changed), after: settings };
  if (fields.before.outbound_paused && !settings.outbound_paused) await makeJobsDue(writes, 'send_delivery');
  await checkStorageLimit(writes, fields.before.limits.storage_bytes, settings.limits.storage_bytes);
  await recordAudit(writes, actor, { action: 'settings.changed', targetId: null, ...fields });
  return row;
};
