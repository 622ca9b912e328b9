import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../sample/random.ts';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import type { Answer, Ask } from './facts.ts';
import type { KillStore } from './store.ts';
import { createWriter, type Swept, type Verdict } from './writer.ts';

/** What goes down in a round; the api does in every one. */
export type Strike = 'the api' | 'the api at its start' | 'connections' | 'the server';

/** What a run of rounds comes to. */
export type Tally = {
  rounds: number;
  strikes: Partial<Record<Strike, number>>;
  /** Writes that were answered, and those under way when it happened. */
  answered: number;
  done: number;
  undone: number;
  /** Addresses and searches asked afterwards, and writes sent again under their key. */
  reads: number;
  repeats: number;
  /** The same of every write that is known to have been done, once more after the last round. */
  swept: Swept;
};

type Order = {
  rounds: number;
  /** It is struck after so many answers at the most, however long they take. */
  mostAnswers?: number;
  seed: number;
  strikes: readonly Strike[];
  onRound?: (tally: Tally) => void;
};

const writersAtOnce = 8;
/** After the last of those answers. */
const mostMilliseconds = 15;
/** In milliseconds after its start. */
const latestAtStart = 700;

/**
 * Round after round: the api is started, several write at once, everything is killed at some moment, the api is started
 * again, and what is there is held against what was answered. Throws the first thing that is not right, with its seed.
 */
export const runRounds = async (
  store: KillStore,
  { rounds, mostAnswers = 150, seed, strikes, onRound }: Order,
): Promise<Tally> => {
  const random = seededRandom(seed);
  const run = random.between(0, 36 ** 4).toString(36);
  const writers = Array.from({ length: writersAtOnce }, (_, each) =>
    createWriter(seededRandom(seed + each + 1), `w${each}${run}x`),
  );
  const tally: Tally = {
    ...{ rounds: 0, strikes: {}, answered: 0, done: 0, undone: 0, reads: 0, repeats: 0 },
    swept: { writes: 0, reads: 0, repeats: 0 },
  };
  let api = await start(store);
  for (let round = 1; round <= rounds; round++) {
    const strike = random.pick(strikes);
    const when = { answers: random.between(0, mostAnswers), milliseconds: random.between(0, mostMilliseconds) };
    try {
      await writeAndKill({ store, api, writers, strike, when });
      if (strike === 'the api at its start') await killAtStart(store, random.between(0, latestAtStart));
      api = await start(store);
      addVerdicts(tally, await verifyAll(store, api, writers));
    } catch (error) {
      await api.end('SIGKILL');
      throw new Error(`Round ${round} of seed ${seed}, where ${strike} was struck, is not right.`, { cause: error });
    }
    tally.rounds++;
    tally.strikes[strike] = (tally.strikes[strike] ?? 0) + 1;
    onRound?.(tally);
  }
  try {
    tally.swept = await sweepAll(asking(api, store.token), writers);
  } catch (error) {
    throw new Error(`After ${rounds} rounds of seed ${seed} something is not right any more.`, { cause: error });
  } finally {
    await api.end('SIGKILL');
  }
  return tally;
};

type Writers = ReturnType<typeof createWriter>[];

const start = (store: KillStore): Promise<ApiProcess> =>
  startApiProcess({ ...store.environment, SAMPLE_DATA: 'false', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'info' });

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

type Round = { store: KillStore; api: ApiProcess; writers: Writers; strike: Strike; when: When };

const writeAndKill = async ({ store, api, writers, strike, when }: Round): Promise<void> => {
  let answers = 0;
  let isOver = false;
  const enough = Promise.withResolvers<void>();
  const ask = asking(api, store.token);
  const counting: Ask = async (...request) => {
    const answer = await ask(...request);
    answers++;
    if (answers >= when.answers) enough.resolve();
    return answer;
  };
  const writing = Promise.all(writers.map(writer => writer.write(counting, () => isOver)));
  await Promise.race([enough.promise, writing]);
  await wait(when.milliseconds);
  if (strike === 'connections') await store.strikePostgres('connections');
  if (strike === 'the server') await store.strikePostgres('server');
  await api.end('SIGKILL');
  isOver = true;
  await writing;
};

const verifyAll = async (store: KillStore, api: ApiProcess, writers: Writers): Promise<Verdict[]> => {
  const verdicts = await Promise.all(writers.map(writer => writer.verify(asking(api, store.token))));
  const findings = await store.findings();
  if (findings.length > 0) throw new Error(`desk check finds:\n${findings.join('\n')}`);
  return verdicts;
};

const sweepAll = async (ask: Ask, writers: Writers): Promise<Swept> => {
  const swept = await Promise.all(writers.map(writer => writer.sweep(ask)));
  return swept.reduce((sum, { writes, reads, repeats }) => ({
    writes: sum.writes + writes,
    reads: sum.reads + reads,
    repeats: sum.repeats + repeats,
  }));
};

const addVerdicts = (tally: Tally, verdicts: readonly Verdict[]): void => {
  for (const { answered, unanswered, reads, repeats } of verdicts) {
    tally.answered += answered;
    tally.reads += reads;
    tally.repeats += repeats;
    if (unanswered !== null) tally[unanswered]++;
  }
};

const asking =
  ({ url }: ApiProcess, token: string): Ask =>
  async (method, path, body, key): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
    });
    const text = await response.text();
    const read: unknown = text === '' ? {} : JSON.parse(text);
    const { status, headers } = response;
    const shown = Array.isArray(read) ? { body: {}, rows: read } : { body: read as Answer['body'], rows: [] };
    return { status, replayed: headers.get('Idempotency-Replayed') === 'true', ...shown };
  };
