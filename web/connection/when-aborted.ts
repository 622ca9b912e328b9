/** Rejects with the signal's reason once it is aborted; without a signal, never. */
export const whenAborted = (signal?: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
