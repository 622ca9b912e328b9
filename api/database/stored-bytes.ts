import { storageWarningShare } from '#contract/default-settings';
import { announce } from './commit-topics.ts';
import { incrementCounter, readCounter } from './counters.ts';
import type { Queries, WriteTransaction } from './database.ts';
import { readSettings } from './settings.ts';

/** Published when stored bytes reach 80 % of the storage limit. */
export const nearlyFullTopic = 'storage.nearly_full';

/** Counts stored bytes. The counter stays locked until the transaction ends; other transactions that count wait. */
export const countStoredBytes = async (writes: WriteTransaction, size: number): Promise<void> => {
  const used = await incrementCounter(writes, 'files.bytes', size);
  const { storage_bytes: allowed } = (await readSettings(writes)).limits;
  const threshold = allowed === null ? Number.POSITIVE_INFINITY : allowed * storageWarningShare;
  if (used >= threshold && used - size < threshold) announce(writes, nearlyFullTopic);
};

export const readStoredBytes = (queries: Queries): Promise<number> => readCounter(queries, 'files.bytes');
