import type { DocumentedOperation } from './document-operations.ts';

/** Counts the responses of a run. */
export type Coverage = {
  /** @param where an operation's id, or the kind of a request that is not in the document */
  count(where: string, status: number): void;
  requests(): number;
  /** Responses by class: `2xx 1200, 4xx 900`. */
  classes(): string;
  /** The operations that never succeeded. */
  findUnsuccessful(operations: readonly DocumentedOperation[]): string[];
};

export const createCoverage = (): Coverage => {
  const byClass = new Map<number, number>();
  const successful = new Set<string>();
  return {
    count(where, status) {
      const first = Math.floor(status / 100);
      byClass.set(first, (byClass.get(first) ?? 0) + 1);
      if (status < 300) successful.add(where);
    },
    requests: () => [...byClass.values()].reduce((sum, count) => sum + count, 0),
    classes: () =>
      [...byClass]
        .map(([first, count]) => `${first}xx ${count}`)
        .sort()
        .join(', '),
    findUnsuccessful: operations => operations.map(({ id }) => id).filter(id => !successful.has(id)),
  };
};
