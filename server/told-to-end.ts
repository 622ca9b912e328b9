/** Ctrl-C reaches a server from the terminal and again from its launcher, a service manager's SIGTERM likewise: that is one word. */
const oneWordMilliseconds = 1000;

/** By then everything has been answered or cut: what is left hangs. */
const longestEndMilliseconds = 10_000;

const numbers = { SIGINT: 2, SIGTERM: 15 } as const;

/** Settles when a server is to end; `hangs` is told what is left when it has not ended ten seconds later. */
export type ToldToEnd = (hangs: (resources: readonly string[]) => void) => Promise<void>;

/**
 * Settles at the first SIGTERM or SIGINT; ten seconds later the process ends, whatever is left, which `hangs` may tell. Whoever
 * says so again, a second later or more, has lost patience: the process ends at once, with the exit code that shells give a
 * signal.
 */
export const toldToEnd = (
  hangs: (resources: readonly string[]) => void,
  longest = longestEndMilliseconds,
): Promise<void> =>
  new Promise(resolve => {
    let toldAt: number | null = null;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        if (toldAt !== null && now - toldAt >= oneWordMilliseconds) process.exit(128 + numbers[signal]);
        if (toldAt !== null) return;
        toldAt = now;
        setTimeout(() => {
          hangs([...new Set(process.getActiveResourcesInfo())]);
          process.exit(1);
        }, longest).unref();
        resolve();
      });
    }
  });
