import fc from 'fast-check';
import type { Coverage } from './coverage.ts';
import type { FuzzDesk } from './desk.ts';
import { operationsOf } from './document-operations.ts';
import { sequencesOn } from './moves.ts';
import { type Place, readPlace, writePlace } from './place.ts';
import { shorten } from './shorten.ts';
import { describeMove, type Move } from './step.ts';
import { toursOn } from './tours.ts';
import { createTrial, type Failure, type Trial } from './try-moves.ts';

/** What was found: the shortest sequence that still shows it, and where in which run it comes again. */
export type Found = { key: string; details: string; moves: readonly string[]; place: string; seconds: number };

/** The first seed, and how many random sequences or seconds to try from there; or the one place to look at. */
export type Plan = { seed: number; sequences: number } | { seed: number; seconds: number } | { place: string };

/** Sequences to a seed; then the next one begins. */
const batch = 10;
const mostShorteningMilliseconds = 20_000;
/** The process may take as much for what it keeps at hand; it is done with a third. */
const mostMiB = 700;

/** Tries a desk as planned. Each finding is told once, as the shortest sequence that shows it. */
export const fuzz = async (
  desk: FuzzDesk,
  coverage: Coverage,
  plan: Plan,
  tell: (seconds: number, found: number) => void,
): Promise<Found[]> => {
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  const found = new Map<string, Found>();
  const trial = createTrial(desk, coverage, key => found.has(key));
  const [tours, sequences] = [toursOn(desk), sequencesOn(desk)];
  const toursOf = (seed: number) => fc.sample(tours, { seed, numRuns: 1 })[0] ?? [];
  const { length: tourCount } = operationsOf(desk.document);
  const sample = (seed: number) => fc.sample(sequences, { seed, numRuns: batch });
  const add = (place: string, key: string, details: string, moves: readonly Move[] = []) => {
    if (!found.has(key)) found.set(key, { key, details, place, moves: moves.map(describeMove), seconds: elapsed() });
  };

  const tryPlace = async (moves: readonly Move[], place: Place) => {
    tell(elapsed(), found.size);
    const failure = await trial.play(chosen(moves, place));
    if (failure === null) return;
    const { places, error } = await shortest(trial, moves, place, failure);
    add(writePlace({ ...place, places }), error.key, error.message, chosen(moves, { places }));
  };

  if ('place' in plan) {
    const place = readPlace(plan.place);
    const { seed, sequence } = place;
    await tryPlace((sequence < tourCount ? toursOf(seed)[sequence] : sample(seed)[sequence - tourCount]) ?? [], place);
  } else {
    const tryWhole = (moves: readonly Move[], seed: number, sequence: number) =>
      tryPlace(moves, { seed, sequence, places: moves.map((_, place) => place) });
    // However little time there is, try all of these and one random sequence.
    for (const [sequence, moves] of toursOf(plan.seed).entries()) await tryWhole(moves, plan.seed, sequence);
    let tried = 0;
    const isOver = () => tried > 0 && ('sequences' in plan ? tried >= plan.sequences : elapsed() >= plan.seconds);
    for (let { seed } = plan; !isOver(); seed++) {
      for (const [index, moves] of sample(seed).entries()) {
        if (isOver()) break;
        await tryWhole(moves, seed, tourCount + index);
        tried++;
      }
      for (const [key, details] of await watch(desk)) add(String(seed), key, details);
    }
  }
  await trial.close();
  const [broken] = await desk.check();
  if (broken !== undefined) add('seed' in plan ? String(plan.seed) : plan.place, 'a store that is wrong', broken);
  return [...found.values()];
};

const chosen = (moves: readonly Move[], { places }: Pick<Place, 'places'>): Move[] =>
  places.flatMap(place => moves[place] ?? []);

/** The places that are enough for a failure, and it; of one that does not come again, all. */
const shortest = async (trial: Trial, moves: readonly Move[], { places: all }: Place, first: Failure) => {
  let { error } = first;
  const until = performance.now() + mostShorteningMilliseconds;
  const fails = async (places: readonly number[]): Promise<number | null> => {
    const failure = await trial.play(chosen(moves, { places }));
    if (failure === null || failure.error.key !== first.error.key) return null;
    ({ error } = failure);
    return places[failure.at] ?? -1;
  };
  const begun = all.slice(0, first.at + 1);
  const places = await shorten(begun, fails, () => performance.now() > until);
  return { places, error };
};

/** What is to be seen of the process alone: what it logs, and what it takes. */
const watch = async ({ log, memory }: FuzzDesk): Promise<[key: string, details: string][]> => {
  const used = (await memory()) ?? 0;
  return [
    ...log.errors.slice(0, 1).map((line): [string, string] => ['an error in the log', line]),
    ...log.leaked().map((secret): [string, string] => ['a secret in the log', secret]),
    ...(used > mostMiB ? [['memory', `The process takes ${used} MiB.`] as [string, string]] : []),
  ];
};
