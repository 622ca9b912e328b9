import { seededRandom } from '../../sample/random.ts';
import { createContest } from './contest.ts';
import type { Desk } from './desk.ts';
import type { Party } from './party.ts';
import type { KillStore } from './store.ts';
import { createWriter } from './writer.ts';

const contenders = 4;

/** All who write in each round of a run: those who have things of their own, and those who change the same ones. */
export const createParties = async ({ tokens }: KillStore, seed: number, desk: Desk): Promise<Party[]> => {
  const run = seededRandom(seed)
    .between(0, 36 ** 4)
    .toString(36);
  const contest = createContest(seededRandom(seed + tokens.length + 1), `c${run}x`, tokens.slice(0, contenders));
  await contest.make(desk);
  const writers = tokens.map((token, each) =>
    createWriter(seededRandom(seed + each + 1), { token, prefix: `w${each}${run}x`, sharedGist: contest.gist }),
  );
  return [...writers, contest];
};
