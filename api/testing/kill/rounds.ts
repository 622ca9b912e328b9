import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../sample/random.ts';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { type Desk, deskAt } from './desk.ts';
import { createParties } from './parties.ts';
import { type Party, type Swept, sumUp, type Verdict } from './party.ts';
import type { KillStore } from './store.ts';

/** What goes down in a round; the api does in every one. */
export type Strike = 'the api' | 'the api at its start' | 'connections' | 'the server';

/** What a run of rounds comes to. */
export type Tally = {
  rounds: number;
  strikes: Partial<Record<Strike, number>>;
  /** Writes that were answered, those under way when it happened, and what was asked and sent again afterwards. */
  verdict: Verdict;
  /** What was looked at once more after the last round: every write that is known to have been done. */
  swept: Swept;
};

type Order = {
  rounds: number;
  /** It is struck after so many answers at the most, however long they take. */
  mostAnswers?: number;
  seed: number;
  strikes: readonly Strike[];
  /** Is awaited when all is down and before anything is started again. */
  onStruck?: () => Promise<void>;
  onRound?: (tally: Tally) => void;
};

/** After the last of those answers. */
const mostMilliseconds = 15;
/** In milliseconds after its start. */
const latestAtStart = 700;

const nothing: Verdict = { answered: 0, done: 0, undone: 0, reads: 0, repeats: 0 };
const nothingSwept: Swept = { writes: 0, reads: 0, repeats: 0 };

/**
 * Round after round: the api is started, several write at once, everything is killed at some moment, the api is started
 * again, and what is there is held against what was answered. Throws what each writer first finds not
 * right, with its seed, and when nothing was answered that could be lost.
 */
export const runRounds = async (
  store: KillStore,
  { rounds, mostAnswers = 150, seed, strikes, onStruck, onRound }: Order,
): Promise<Tally> => {
  const random = seededRandom(seed);
  const tally: Tally = { rounds: 0, strikes: {}, verdict: nothing, swept: nothingSwept };
  let api = await start(store);
  const parties = await createParties(store, seed, deskAt(api.url)).catch(async error => {
    await api.end('SIGKILL');
    throw error;
  });
  for (let round = 1; round <= rounds; round++) {
    const strike = random.pick(strikes);
    const when = { answers: random.between(0, mostAnswers), milliseconds: random.between(0, mostMilliseconds) };
    try {
      await writeAndKill({ store, api, parties, strike, when });
      await onStruck?.();
      if (strike === 'the api at its start') await killAtStart(store, random.between(0, latestAtStart));
      api = await start(store);
      tally.verdict = sumUp([tally.verdict, ...(await verifyAll(store, api, parties))], nothing);
    } catch (error) {
      await api.end('SIGKILL');
      throw new Error(`Round ${round} of seed ${seed}, where ${strike} was struck, is not right.`, { cause: error });
    }
    tally.rounds++;
    tally.strikes[strike] = (tally.strikes[strike] ?? 0) + 1;
    onRound?.(tally);
  }
  try {
    const desk = deskAt(api.url);
    tally.swept = sumUp(await Promise.all(parties.map(party => party.sweep(desk))), nothingSwept);
  } catch (error) {
    throw new Error(`After ${rounds} rounds of seed ${seed} something is not right any more.`, { cause: error });
  } finally {
    await api.end('SIGKILL');
  }
  if (tally.verdict.answered === 0) throw new Error(`In ${rounds} rounds of seed ${seed} no write was answered.`);
  return tally;
};

/** Each sign-in is from an address of its own: see account.ts. */
const settings = {
  ...{ SAMPLE_DATA: 'false', LOG_LEVEL: 'info', TRUST_PROXY: 'loopback' },
  ...{ RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_IP_PER_MINUTE: '1000000' },
};

/** It runs for as long as it takes: to look at everything in the end is a matter of minutes. */
const start = (store: KillStore): Promise<ApiProcess> =>
  startApiProcess({ ...store.environment, ...settings }, { seconds: null });

const killAtStart = async (store: KillStore, milliseconds: number): Promise<void> => {
  const over = new AbortController();
  const starting = startApiProcess(store.environment, { signal: over.signal });
  const ended = starting.then(
    api => api.end('SIGKILL'),
    () => null,
  );
  await wait(milliseconds);
  over.abort();
  await ended;
};

/** When it happens: after so many answers to all writers, and then some milliseconds. */
type When = { answers: number; milliseconds: number };

type Round = { store: KillStore; api: ApiProcess; parties: readonly Party[]; strike: Strike; when: When };

const writeAndKill = async ({ store, api, parties, strike, when }: Round): Promise<void> => {
  let answers = 0;
  let isOver = false;
  const enough = Promise.withResolvers<void>();
  const desk = counting(deskAt(api.url), () => {
    answers++;
    if (answers >= when.answers) enough.resolve();
  });
  const writing = Promise.all(parties.map(party => party.write(desk, () => isOver)));
  await Promise.race([enough.promise, writing]);
  await wait(when.milliseconds);
  if (strike === 'connections') await store.strikePostgres('connections');
  if (strike === 'the server') await store.strikePostgres('server');
  await api.end('SIGKILL');
  isOver = true;
  await writing;
};

const counting = (desk: Desk, count: () => void): Desk => ({
  ...desk,
  as: token => {
    const ask = desk.as(token);
    return async (...request) => {
      const answer = await ask(...request);
      count();
      return answer;
    };
  },
});

const verifyAll = async (store: KillStore, api: ApiProcess, parties: readonly Party[]): Promise<Verdict[]> => {
  const desk = deskAt(api.url);
  const told = await Promise.allSettled(parties.map(party => party.verify(desk)));
  const wrong = told.flatMap(each => (each.status === 'rejected' ? [each.reason] : []));
  const [first, ...others] = wrong;
  if (others.length > 0) throw new Error(wrong.map(messageOf).join('\n'));
  if (first !== undefined) throw first;
  const verdicts = told.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []));
  const findings = await store.findings();
  if (findings.length > 0) throw new Error(`desk check finds:\n${findings.join('\n')}`);
  return verdicts;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
