import type { SampleData } from '#contract';
import { type AuditActor, recordAudit } from '../database/audit-log.ts';
import type { Actor } from '../database/change-log.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { SampleKind } from '../database/schema.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { running, waiting } from '../jobs/states.ts';
import { listAllSampleRows } from './sample-rows.ts';

/** Counts the rows that a removal would change, and the rows that would stay. */
export const readSampleData = async (queries: Queries): Promise<SampleData> => {
  const rows = await listAllSampleRows(queries);
  const removable = rows.filter(row => row.removable);
  const count = (kind: SampleKind) => removable.filter(row => row.kind === kind).length;
  return {
    ...{ tickets: count('ticket'), gists: count('gist'), people: count('person') },
    in_use: rows.length - removable.length,
    removal: await readProgress(queries, removable.length),
  };
};

/** Reads the progress of a removal. Null without a running or waiting job: then a removal can start again. */
const readProgress = async (queries: Queries, left: number): Promise<SampleData['removal']> => {
  const jobs = queries.selectFrom('jobs').select('payload').where('kind', '=', 'remove_sample');
  const job = await jobs.where('state', 'in', [waiting, running]).orderBy('n').executeTakeFirst();
  if (job === undefined) return null;
  const total = Math.max(left, Number(JSON.parse(job.payload).total));
  return { done: total - left, total };
};

/**
 * Enqueues the removal on behalf of `author`. Does nothing during a removal, and without sample data.
 * @param actor the actor in the audit log
 * @returns the counts before the removal
 */
export const startRemoval = async (
  writes: WriteTransaction,
  author: Actor,
  actor: AuditActor = author,
): Promise<SampleData> => {
  const found = await readSampleData(writes);
  const { removal, in_use, ...counts } = found;
  const total = counts.tickets + counts.gists + counts.people;
  if (removal !== null || total + in_use === 0) return found;
  const { personId, clientId } = author;
  await enqueue(writes, 'remove_sample', { payload: { total, person_id: personId, client_id: clientId } });
  const entry = { action: 'sample_data.removed', targetId: null, before: counts, after: { in_use } } as const;
  await recordAudit(writes, actor, entry);
  return found;
};
