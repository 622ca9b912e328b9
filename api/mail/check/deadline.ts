/** Starts a deadline. @returns a signal that aborts with an error whose message is for people */
export const startDeadline = (milliseconds: number): AbortSignal => {
  const controller = new AbortController();
  const expire = () => controller.abort(new Error(`The server did not respond within ${milliseconds / 1000} seconds`));
  setTimeout(expire, milliseconds).unref();
  return controller.signal;
};

/** Settles like the promise, or rejects with the signal's reason if the signal aborts first. */
export const untilAborted = async <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> => {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

export const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
