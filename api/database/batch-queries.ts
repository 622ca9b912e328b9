import { setImmediate } from 'node:timers/promises';

/**
 * Creates a function whose calls in one event-loop iteration share one query.
 *
 * @param run takes the arguments of all calls, and resolves to their results in the same order
 */
export const batchQueries = <Argument, Result>(
  run: (all: readonly Argument[]) => Promise<readonly Result[]>,
): ((argument: Argument) => Promise<Result>) => {
  let batch: { all: Argument[]; results: Promise<readonly Result[]> } | null = null;
  const startBatch = () => {
    const all: Argument[] = [];
    const results = setImmediate().then(() => {
      batch = null;
      return run(all);
    });
    return { all, results };
  };
  return async argument => {
    batch ??= startBatch();
    const index = batch.all.push(argument) - 1;
    return (await batch.results)[index] as Result;
  };
};
