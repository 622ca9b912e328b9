/** What came of one of many. `left`: it was never begun. */
export type Outcome<Item, Result> =
  | { item: Item; kind: 'done'; result: Result }
  | { item: Item; kind: 'failed'; error: unknown }
  | { item: Item; kind: 'left' };

type WorkOptions<Item, Result> = {
  /** How many are under way at a time. */
  atOnce: number;
  /** Resolves when the next one may begin. */
  mayBegin: () => Promise<void>;
  /** Once aborted, nothing new is begun; what is under way is finished. */
  signal: AbortSignal;
  /** Hears of each as soon as it has ended. */
  onOutcome: (outcome: Outcome<Item, Result>) => void;
};

/** Does the same to many, a few at a time, in their order. Never fails; each outcome says how it went. */
export async function workThrough<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { atOnce, mayBegin, signal, onOutcome }: WorkOptions<Item, Result>,
): Promise<Outcome<Item, Result>[]> {
  const outcomes: Outcome<Item, Result>[] = items.map(item => ({ item, kind: 'left' }));
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (signal.aborted) return;
      await mayBegin();
      if (signal.aborted) return;
      const outcome = await attempt(item, work);
      outcomes[index] = outcome;
      onOutcome(outcome);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}

async function attempt<Item, Result>(
  item: Item,
  work: (item: Item) => Promise<Result>,
): Promise<Outcome<Item, Result>> {
  try {
    return { item, kind: 'done', result: await work(item) };
  } catch (error) {
    return { item, kind: 'failed', error };
  }
}
