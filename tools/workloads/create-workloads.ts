import { seededRandom } from '../../api/sample/random.ts';
import { createAccountWorkload } from './account-workload.ts';
import { createMailWorkload } from './mail-workload.ts';
import { createSendingWorkload } from './sending-workload.ts';
import { createSharedRows } from './shared-rows.ts';
import { createSharedThread } from './shared-thread.ts';
import type { TestDesk } from './test-desk.ts';
import type { Workload } from './workload.ts';
import { createWriterWorkload } from './writer-workload.ts';
import type { Writers } from './writers.ts';

const sharedWriters = 4;
const accountWorkloads = 2;

/**
 * Creates all workloads of a run. There are writers to their own resources, account workloads, writers to shared
 * resources, and mail in both directions.
 */
export const createWorkloads = async (
  { tokens, clients }: Writers,
  seed: number,
  desk: TestDesk,
): Promise<Workload[]> => {
  const run = seededRandom(seed)
    .between(0, 36 ** 4)
    .toString(36);
  const sharedTokens = tokens.slice(0, sharedWriters);
  const rows = createSharedRows(seededRandom(seed + tokens.length + 1), `c${run}x`, sharedTokens);
  const thread = createSharedThread(`t${run}x`, sharedTokens);
  const [admin = ''] = tokens;
  const mail = createMailWorkload(seededRandom(seed + 200), { token: admin, prefix: `m${run}x` });
  const sending = createSendingWorkload({ token: admin, prefix: `s${run}x` });
  for (const shared of [rows, thread, mail, sending]) await shared.create(desk);
  const writers = tokens.map((token, index) =>
    createWriterWorkload(seededRandom(seed + index + 1), { token, prefix: `w${index}${run}x`, sharedGist: rows.gist }),
  );
  const accounts = Array.from({ length: accountWorkloads }, (_, index) =>
    createAccountWorkload(seededRandom(seed + 100 + index), { admin, clients, prefix: `a${index}${run}x` }),
  );
  return [...writers, ...accounts, rows, thread, mail, sending];
};
