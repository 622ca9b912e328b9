import type { JobKind } from '#contract/enums';
import type { Database } from '../../database/database.ts';
import { enqueue } from '../enqueue.ts';

/** Adds a job, and returns the id of the newest job. */
export const addJob = async (
  { transaction, read }: Database,
  kind: JobKind,
  options: Parameters<typeof enqueue>[2] = {},
): Promise<string> => {
  await transaction(writes => enqueue(writes, kind, options));
  const { id } = await read.selectFrom('jobs').select('id').orderBy('n', 'desc').executeTakeFirstOrThrow();
  return id;
};
