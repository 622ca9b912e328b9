import { seededRandom } from '../../sample/random.ts';
import { createAccountHolder } from './account-holder.ts';
import { createContest } from './contest.ts';
import type { Desk } from './desk.ts';
import type { Party } from './party.ts';
import { createSharedThread } from './shared-thread.ts';
import type { KillStore } from './store.ts';
import { createWriter } from './writer.ts';

const contenders = 4;
const accountHolders = 2;

/** Creates all workloads of a run: writers to own resources, account workloads, and writers to shared resources. */
export const createParties = async ({ tokens, programs }: KillStore, seed: number, desk: Desk): Promise<Party[]> => {
  const run = seededRandom(seed)
    .between(0, 36 ** 4)
    .toString(36);
  const several = tokens.slice(0, contenders);
  const rows = createContest(seededRandom(seed + tokens.length + 1), `c${run}x`, several);
  const thread = createSharedThread(`t${run}x`, several);
  for (const shared of [rows, thread]) await shared.make(desk);
  const writers = tokens.map((token, each) =>
    createWriter(seededRandom(seed + each + 1), { token, prefix: `w${each}${run}x`, sharedGist: rows.gist }),
  );
  const [admin = ''] = tokens;
  const holders = Array.from({ length: accountHolders }, (_, each) =>
    createAccountHolder(seededRandom(seed + 100 + each), { admin, programs, prefix: `a${each}${run}x` }),
  );
  return [...writers, ...holders, rows, thread];
};
