/** The result of one item. `left`: it was not attempted. */
export type TaskOutcome<Item, Result> =
  | { item: Item; kind: 'done'; result: Result }
  | { item: Item; kind: 'failed'; error: unknown }
  | { item: Item; kind: 'left' };

type WorkOptions<Item, Result> = {
  /** The number of items processed at the same time. */
  concurrency: number;
  /** Resolves when the next item may start. */
  waitForToken: () => Promise<void>;
  /** Once aborted, no further item starts; running ones finish. */
  signal: AbortSignal;
  /** Called for each item as soon as it has succeeded or failed. */
  onOutcome: (outcome: TaskOutcome<Item, Result>) => void;
};

/** Processes items in order, a few at a time. Never rejects: errors are in the outcomes. */
export async function runConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { concurrency, waitForToken, signal, onOutcome }: WorkOptions<Item, Result>,
): Promise<TaskOutcome<Item, Result>[]> {
  const outcomes: TaskOutcome<Item, Result>[] = items.map(item => ({ item, kind: 'left' }));
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (signal.aborted) return;
      await waitForToken();
      if (signal.aborted) return;
      const outcome = await attempt(item, work);
      outcomes[index] = outcome;
      onOutcome(outcome);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return outcomes;
}

async function attempt<Item, Result>(
  item: Item,
  work: (item: Item) => Promise<Result>,
): Promise<TaskOutcome<Item, Result>> {
  try {
    return { item, kind: 'done', result: await work(item) };
  } catch (error) {
    return { item, kind: 'failed', error };
  }
}
