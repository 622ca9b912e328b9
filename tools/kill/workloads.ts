import { seededRandom } from '../../api/sample/random.ts';
import { createAccountWorkload } from './account-workload.ts';
import type { KillDesk } from './kill-desk.ts';
import type { KillStore } from './kill-store.ts';
import { createSharedRows } from './shared-rows.ts';
import { createSharedThread } from './shared-thread.ts';
import type { Workload } from './workload.ts';
import { createWriterWorkload } from './writer-workload.ts';

const contenders = 4;
const accountHolders = 2;

/** Creates all workloads of a run: writers to own resources, account workloads, and writers to shared resources. */
export const createWorkloads = async (
  { tokens, programs }: KillStore,
  seed: number,
  desk: KillDesk,
): Promise<Workload[]> => {
  const run = seededRandom(seed)
    .between(0, 36 ** 4)
    .toString(36);
  const several = tokens.slice(0, contenders);
  const rows = createSharedRows(seededRandom(seed + tokens.length + 1), `c${run}x`, several);
  const thread = createSharedThread(`t${run}x`, several);
  for (const shared of [rows, thread]) await shared.make(desk);
  const writers = tokens.map((token, each) =>
    createWriterWorkload(seededRandom(seed + each + 1), { token, prefix: `w${each}${run}x`, sharedGist: rows.gist }),
  );
  const [admin = ''] = tokens;
  const holders = Array.from({ length: accountHolders }, (_, each) =>
    createAccountWorkload(seededRandom(seed + 100 + each), { admin, programs, prefix: `a${each}${run}x` }),
  );
  return [...writers, ...holders, rows, thread];
};
