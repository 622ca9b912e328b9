import { setTimeout as pause } from 'node:timers/promises';
import type { JobKind } from '#contract/enums';
import type { Database, Queries, WriteTransaction } from '../../../api/database/database.ts';
import type { Handler } from '../../../api/jobs/handler.ts';

/**
 * Adds a request, which is a row in the same transaction as its job. The effect of a request is a row that the job adds.
 * The primary key of the tombstones rejects a second effect.
 */
export const addRequest = (writes: WriteTransaction, request: string) => addRow(writes, 'ticket', request);
const addRow = (writes: WriteTransaction, kind: 'ticket' | 'gist', key: string) =>
  writes.insertInto('tombstones').values({ kind, key, deleted_at: 0 }).execute();

const readRows = async (queries: Queries, kind: 'ticket' | 'gist', prefix = ''): Promise<string[]> => {
  const rows = queries
    .selectFrom('tombstones')
    .select('key')
    .where('kind', '=', kind)
    .where('key', 'like', `${prefix}%`);
  return (await rows.orderBy('key').execute()).map(({ key }) => key);
};

/** The kinds whose handlers are replaced. */
export const testKinds: readonly [JobKind, ...JobKind[]] = ['purge_expired', 'purge_sign_ins'];

/** The keys of successive jobs. A job without a key has one request. */
export const jobKeys = [null, 'a', null, 'b', null] as const;

/**
 * Creates handlers that add the effects. A job adds the effect of the request in its payload, or of all requests of its
 * key.
 */
export const createTestHandlers = (): Handler[] =>
  testKinds.map(kind => ({
    ...{ kind, concurrency: 8, maxAttempts: Number.POSITIVE_INFINITY, backoff: () => 1, effect: 'store' },
    async run({ key, payload }, { database: { read } }) {
      const requests = key === null ? [String(payload['request'])] : await findOpen(read, `${kind}/${key}/`);
      // Lengthens the time between reading and finishing, so that some kills happen during that time.
      await pause(Math.random() * 5);
      return async writes => {
        for (const request of requests) await addRow(writes, 'gist', request);
      };
    },
  }));

const findOpen = async (queries: Queries, prefix: string): Promise<string[]> => {
  const effects = new Set(await readRows(queries, 'gist', prefix));
  return (await readRows(queries, 'ticket', prefix)).filter(request => !effects.has(request));
};

/**
 * Deletes the requests that have their effect. @returns their number, and the requests without an effect
 * @throws when an effect was repeated after its request was deleted
 */
export const settleRequests = async ({ transaction }: Database): Promise<{ settled: number; open: string[] }> =>
  transaction(async writes => {
    const requests = new Set(await readRows(writes, 'ticket'));
    const effects = await readRows(writes, 'gist');
    const repeated = effects.filter(effect => !requests.has(effect));
    if (repeated.length > 0) throw new Error(`Effects were repeated: ${repeated.slice(0, 5).join(', ')}`);
    for (const key of effects) await writes.deleteFrom('tombstones').where('key', '=', key).execute();
    return { settled: effects.length, open: [...requests].filter(request => !effects.includes(request)) };
  });
