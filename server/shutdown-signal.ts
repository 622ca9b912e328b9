/** Ctrl-C and SIGTERM arrive twice, directly and from the launcher. Signals within this time count as one. */
const repeatMilliseconds = 1000;

/** By then every request has finished or been aborted; an open handle is a bug. */
const defaultTimeoutMilliseconds = 10_000;

const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Resolves when a server has to shut down. Calls `onTimeout` with the open handles if the process still runs ten
 * seconds later.
 */
export type WaitForShutdown = (onTimeout: (resources: readonly string[]) => void) => Promise<void>;

/**
 * Resolves at the first SIGTERM or SIGINT. After the timeout it calls `onTimeout` and exits. A second signal, at least
 * one second later, exits immediately with the exit code that shells use for the signal.
 */
export const waitForShutdownSignal = (
  onTimeout: (resources: readonly string[]) => void,
  timeoutMilliseconds = defaultTimeoutMilliseconds,
): Promise<void> =>
  new Promise(resolve => {
    let signalledAt: number | null = null;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        if (signalledAt !== null && now - signalledAt >= repeatMilliseconds) process.exit(128 + signalNumbers[signal]);
        if (signalledAt !== null) return;
        signalledAt = now;
        setTimeout(() => {
          onTimeout([...new Set(process.getActiveResourcesInfo())]);
          process.exit(1);
        }, timeoutMilliseconds).unref();
        resolve();
      });
    }
  });
