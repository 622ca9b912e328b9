import { type AuditAction, getAuditTargetKind } from '#contract/enums';
import { type Actor, type Changes, diffFields } from './change-log.ts';
import { incrementCounter } from './counters.ts';
import type { Database, WriteTransaction } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { newRowColumns } from './resource-rows.ts';

/** The author and time of an administrative change. `personId` is null for the command line and for the desk itself. */
export type AuditActor = Omit<Actor, 'personId'> & { personId: string | null };

/** The actor of the command line, which has no signed-in person. */
export const commandActor = (now: number): AuditActor => ({ personId: null, clientId: null, now });

export type AuditDraft = {
  action: AuditAction;
  /** The id of the changed target; null if it has no id. */
  targetId: string | null;
  /** The fields before the change. */
  before?: object;
  /** The fields after the change. */
  after?: object;
  /** Changed secrets that are not in `after`. */
  secrets?: readonly string[];
};

/** Members whose values are never stored. */
const secretMembers = ['password', 'client_secret'];

/**
 * Records an administrative change, in its transaction. Call it last, because it locks counters until the commit.
 * Records nothing if `before` and `after` are equal and no secret changes.
 */
export const recordAudit = async (
  writes: WriteTransaction,
  { personId, clientId, now }: AuditActor,
  { action, targetId, before, after, secrets = [] }: AuditDraft,
): Promise<void> => {
  const [old, current] = [flatten(before), flatten(after)];
  const changes: Record<string, Changes[string] | 'changed'> = diffFields(old.fields, current.fields);
  for (const name of [...current.secrets, ...secrets]) changes[name] = 'changed';
  if (before !== undefined && after !== undefined && Object.keys(changes).length === 0) return;
  await writes
    .insertInto('audit_entries')
    .values({
      ...(await newRowColumns(writes, 'audit_entry', now)),
      action,
      target_kind: getAuditTargetKind(action),
      target_id: targetId,
      person_id: personId,
      client_id: clientId,
      changes: JSON.stringify(changes),
    })
    .execute();
  await incrementCounter(writes, 'audit_entries.changes');
};

type Flattened = { fields: Record<string, unknown>; secrets: string[] };

/** Names the members of nested objects by their path (`inbound.host`), and separates secrets. */
const flatten = (value: object = {}, prefix = ''): Flattened => {
  const flattened: Flattened = { fields: {}, secrets: [] };
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (member === undefined) continue;
    const path = `${prefix}${name}`;
    if (secretMembers.includes(name)) flattened.secrets.push(path);
    else if (typeof member === 'object' && member !== null && !Array.isArray(member)) {
      const nested = flatten(member, `${path}.`);
      Object.assign(flattened.fields, nested.fields);
      flattened.secrets.push(...nested.secrets);
    } else flattened.fields[path] = member;
  }
  return flattened;
};

/** Deletes the entries created before a time, and returns their number. */
export const deleteOldAuditEntries = (database: Database, before: number, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const { numDeletedRows } = await writes
        .deleteFrom('audit_entries')
        .where('n', 'in', ({ selectFrom }) =>
          selectFrom('audit_entries').select('n').where('created_at', '<', before).orderBy('created_at').limit(limit),
        )
        .executeTakeFirst();
      if (numDeletedRows > 0n) await incrementCounter(writes, 'audit_entries.changes');
      return Number(numDeletedRows);
    },
    signal,
  );
