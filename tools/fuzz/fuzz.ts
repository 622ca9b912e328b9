import fc from 'fast-check';
import type { Coverage } from './coverage.ts';
import type { FuzzDesk } from './desk.ts';
import { listOperations } from './document-operations.ts';
import { createSequences } from './moves.ts';
import { createTours } from './operation-tours.ts';
import { createPlayer, type Player, type PlayFailure } from './play-moves.ts';
import { formatPosition, parsePosition, type ReplayPosition } from './replay-position.ts';
import { shorten } from './shorten.ts';
import { describeMove, type Move } from './step.ts';

/** A finding with the shortest sequence that reproduces it, and its replay position. */
export type FuzzResult = { key: string; details: string; moves: readonly string[]; place: string; seconds: number };

/** The first seed and a number of sequences or seconds; or one replay position. */
export type FuzzPlan = { seed: number; sequences: number } | { seed: number; seconds: number } | { place: string };

/** Sequences per seed. */
const batch = 10;
const maxShorteningMilliseconds = 20_000;
/** Memory limit of the api process, three times what it usually takes. */
const maxMiB = 700;

/** Fuzzes a desk. Reports each finding once, with the shortest sequence that reproduces it. */
export const fuzz = async (
  desk: FuzzDesk,
  coverage: Coverage,
  plan: FuzzPlan,
  onProgress: (seconds: number, found: number) => void,
): Promise<FuzzResult[]> => {
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const found = new Map<string, FuzzResult>();
  const trial = createPlayer(desk, coverage, key => found.has(key));
  const [tours, sequences] = [createTours(desk), createSequences(desk)];
  const toursOf = (seed: number) => fc.sample(tours, { seed, numRuns: 1 })[0] ?? [];
  const { length: tourCount } = listOperations(desk.document);
  const sample = (seed: number) => fc.sample(sequences, { seed, numRuns: batch });
  const add = (place: string, key: string, details: string, moves: readonly Move[] = []) => {
    if (!found.has(key)) found.set(key, { key, details, place, moves: moves.map(describeMove), seconds: elapsed() });
  };

  const tryMoves = async (moves: readonly Move[], place: ReplayPosition) => {
    onProgress(elapsed(), found.size);
    const failure = await trial.play(select(moves, place));
    if (failure === null) return;
    const { places: moveIndexes, error } = await shortest(trial, moves, place, failure);
    add(formatPosition({ ...place, moveIndexes }), error.key, error.message, select(moves, { moveIndexes }));
  };

  if ('place' in plan) {
    const place = parsePosition(plan.place);
    const { seed, sequence } = place;
    await tryMoves((sequence < tourCount ? toursOf(seed)[sequence] : sample(seed)[sequence - tourCount]) ?? [], place);
  } else {
    const tryWhole = (moves: readonly Move[], seed: number, sequence: number) =>
      tryMoves(moves, { seed, sequence, moveIndexes: moves.map((_, place) => place) });
    // Always plays all tours and one random sequence, even without time left.
    for (const [sequence, moves] of toursOf(plan.seed).entries()) await tryWhole(moves, plan.seed, sequence);
    let tried = 0;
    const isOver = () => tried > 0 && ('sequences' in plan ? tried >= plan.sequences : elapsed() >= plan.seconds);
    for (let { seed } = plan; !isOver(); seed++) {
      for (const [index, moves] of sample(seed).entries()) {
        if (isOver()) break;
        await tryWhole(moves, seed, tourCount + index);
        tried++;
      }
      for (const [key, details] of await checkProcess(desk)) add(String(seed), key, details);
    }
  }
  await trial.close();
  const [broken] = await desk.check();
  if (broken !== undefined) add('seed' in plan ? String(plan.seed) : plan.place, 'inconsistent store', broken);
  return [...found.values()];
};

const select = (moves: readonly Move[], { moveIndexes }: Pick<ReplayPosition, 'moveIndexes'>): Move[] =>
  moveIndexes.flatMap(place => moves[place] ?? []);

/** Finds the fewest moves that reproduce a failure; all of them if it does not recur. */
const shortest = async (
  trial: Player,
  moves: readonly Move[],
  { moveIndexes: all }: ReplayPosition,
  first: PlayFailure,
) => {
  let { error } = first;
  const deadline = performance.now() + maxShorteningMilliseconds;
  const fails = async (moveIndexes: readonly number[]): Promise<number | null> => {
    const failure = await trial.play(select(moves, { moveIndexes }));
    if (failure === null || failure.error.key !== first.error.key) return null;
    ({ error } = failure);
    return moveIndexes[failure.at] ?? -1;
  };
  const played = all.slice(0, first.at + 1);
  const places = await shorten(played, fails, () => performance.now() > deadline);
  return { places, error };
};

/** Checks the log and the memory of the process. */
const checkProcess = async ({ log, memory }: FuzzDesk): Promise<[key: string, details: string][]> => {
  const used = (await memory()) ?? 0;
  return [
    ...log.errors.slice(0, 1).map((line): [string, string] => ['an error in the log', line]),
    ...log.findLeaks().map((secret): [string, string] => ['a secret in the log', secret]),
    ...(used > maxMiB ? [['memory', `The process uses ${used} MiB.`] as [string, string]] : []),
  ];
};
