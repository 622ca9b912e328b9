import fc from 'fast-check';
import { type Action, describeAction } from './actions.ts';
import type { Coverage } from './coverage.ts';
import type { FuzzDesk } from './desk.ts';
import { createOperationSequences } from './operation-sequences.ts';
import { formatPosition, parsePosition, type ReplayPosition } from './replay-position.ts';
import { createSequenceRunner, type SequenceFailure, type SequenceRunner } from './run-sequence.ts';
import { createSequences } from './sequences.ts';

/** A finding, with a short sequence that reproduces it. */
export type FuzzResult = {
  key: string;
  details: string;
  actions: readonly string[];
  /** The replay position. In a whole run, only the seed for a finding about the process or the store. */
  position: string;
  /** From the start of the run to the finding. */
  seconds: number;
};

/** The first seed and a number of sequences or seconds; or one replay position. */
export type FuzzPlan = { seed: number; sequences: number } | { seed: number; seconds: number } | { position: string };

const sequencesPerSeed = 10;
const maxShorteningMilliseconds = 20_000;
/** Memory limit of the API process, three times its usual memory. */
const maxMiB = 700;

/** Fuzzes a desk. Reports each finding once, with a short sequence that reproduces it. */
export const fuzz = async (
  desk: FuzzDesk,
  coverage: Coverage,
  plan: FuzzPlan,
  onProgress: (seconds: number, found: number) => void,
): Promise<FuzzResult[]> => {
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const found = new Map<string, FuzzResult>();
  const runner = createSequenceRunner(desk, coverage, key => found.has(key));
  const [operationSequences, sequences] = [createOperationSequences(desk), createSequences(desk)];
  const sampleOperationSequences = (seed: number) => fc.sample(operationSequences, { seed, numRuns: 1 })[0] ?? [];
  const sample = (seed: number) => fc.sample(sequences, { seed, numRuns: sequencesPerSeed });
  const add = (position: string, key: string, details: string, actions: readonly Action[] = []) => {
    if (found.has(key)) return;
    found.set(key, { key, details, position, actions: actions.map(describeAction), seconds: elapsed() });
  };

  const tryActions = async (actions: readonly Action[], position: ReplayPosition) => {
    onProgress(elapsed(), found.size);
    const failure = await runner.run(select(actions, position));
    if (failure === null) return;
    const { actionIndexes, error } = await shorten(runner, actions, position, failure);
    add(formatPosition({ ...position, actionIndexes }), error.key, error.message, select(actions, { actionIndexes }));
  };

  if ('position' in plan) {
    const position = parsePosition(plan.position);
    const all = [...sampleOperationSequences(position.seed), ...sample(position.seed)];
    await tryActions(all[position.sequence] ?? [], position);
  } else {
    const tryWhole = (actions: readonly Action[], seed: number, sequence: number) =>
      tryActions(actions, { seed, sequence, actionIndexes: [...actions.keys()] });
    // Always runs all operation sequences and one random sequence, even without time left.
    const firstSequences = sampleOperationSequences(plan.seed);
    for (const [sequence, actions] of firstSequences.entries()) await tryWhole(actions, plan.seed, sequence);
    let triedSequences = 0;
    const isOver = () =>
      triedSequences > 0 && ('sequences' in plan ? triedSequences >= plan.sequences : elapsed() >= plan.seconds);
    for (let { seed } = plan; !isOver(); seed++) {
      for (const [index, actions] of sample(seed).entries()) {
        if (isOver()) break;
        await tryWhole(actions, seed, firstSequences.length + index);
        triedSequences++;
      }
      for (const [key, details] of await checkProcess(desk)) add(String(seed), key, details);
    }
  }
  await runner.close();
  const [inconsistency] = await desk.check();
  if (inconsistency !== undefined)
    add('seed' in plan ? String(plan.seed) : plan.position, 'inconsistent store', inconsistency);
  return [...found.values()];
};

const select = (actions: readonly Action[], { actionIndexes }: Pick<ReplayPosition, 'actionIndexes'>): Action[] =>
  actionIndexes.flatMap(index => actions[index] ?? []);

/**
 * Finds a short subsequence that still fails. Returns all actions up to the failure if no attempt fails again. Removes
 * the actions after the failure first, then halves, quarters and so on (A. Zeller, "Yesterday, my program worked",
 * 1999).
 */
const shorten = async (
  runner: SequenceRunner,
  actions: readonly Action[],
  { actionIndexes }: ReplayPosition,
  first: SequenceFailure,
) => {
  let { error } = first;
  let shortest = actionIndexes.slice(0, first.at + 1);
  const deadline = performance.now() + maxShorteningMilliseconds;
  const isOver = () => performance.now() > deadline;
  for (let size = Math.ceil(shortest.length / 2); size >= 1 && !isOver(); size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < shortest.length && !isOver(); ) {
      const fewer = shortest.toSpliced(start, size);
      const failure = await runner.run(select(actions, { actionIndexes: fewer }));
      if (failure === null || failure.error.key !== first.error.key) start += size;
      else {
        ({ error } = failure);
        shortest = fewer.slice(0, failure.at + 1);
      }
    }
  }
  return { actionIndexes: shortest, error };
};

/** Checks the log and the memory of the process. */
const checkProcess = async ({ log, memory }: FuzzDesk): Promise<[key: string, details: string][]> => {
  const usedMiB = (await memory()) ?? 0;
  return [
    ...log.errors.slice(0, 1).map((line): [string, string] => ['an error in the log', line]),
    ...log.findLeaks().map((secret): [string, string] => ['a secret in the log', secret]),
    ...(usedMiB > maxMiB ? [['memory', `The process uses ${usedMiB} MiB.`] as [string, string]] : []),
  ];
};
