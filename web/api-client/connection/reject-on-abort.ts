/** Rejects with the signal's reason when it is aborted; never settles without a signal. */
export const rejectOnAbort = (signal?: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
