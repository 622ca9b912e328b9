import { storageWarningShare } from '#contract/default-settings';
import { announce } from './commit-topics.ts';
import { incrementCounter, readCounter } from './counters.ts';
import type { Queries, WriteTransaction } from './database.ts';
import { readSettings } from './settings.ts';

/** The topic announced when stored bytes reach 80% of the storage limit. Lowering the limit can also announce it. */
export const nearlyFullTopic = 'storage.nearly_full';

/**
 * Adds `size` to the stored bytes, and announces when the storage is nearly full. The counter stays locked until the
 * transaction ends, so other transactions that store files wait.
 */
export const countStoredBytes = async (writes: WriteTransaction, size: number): Promise<void> => {
  const used = await incrementCounter(writes, 'files.bytes', size);
  const { storage_bytes: allowed } = (await readSettings(writes)).limits;
  if (isNearlyFull(used, allowed) && !isNearlyFull(used - size, allowed)) announce(writes, nearlyFullTopic);
};

/** Announces the topic if a changed storage limit makes the storage nearly full. Null means no limit. */
export const checkStorageLimit = async (
  writes: WriteTransaction,
  before: number | null,
  after: number | null,
): Promise<void> => {
  const used = await readStoredBytes(writes);
  if (isNearlyFull(used, after) && !isNearlyFull(used, before)) announce(writes, nearlyFullTopic);
};

const isNearlyFull = (used: number, allowed: number | null): boolean =>
  allowed !== null && used >= allowed * storageWarningShare;

export const readStoredBytes = (queries: Queries): Promise<number> => readCounter(queries, 'files.bytes');

/** Returns whether stored bytes have reached 80% of the storage limit. */
export const isStorageNearlyFull = async (queries: Queries): Promise<boolean> =>
  isNearlyFull(await readStoredBytes(queries), (await readSettings(queries)).limits.storage_bytes);
