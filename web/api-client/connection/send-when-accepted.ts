import { detectOutage, getPauseSeconds, type Outage } from './reachability.ts';

type ResponseHead = { status: number; headers: Headers };

type Options<Result> = {
  /** Called after a response that may start an outage. Returns null if the desk responds to other requests. */
  probe: () => Promise<Outage | null>;
  /** Creates the error of the last attempt. */
  toError: (response: Result) => Error;
  signal: AbortSignal;
};

const maxAttempts = 30;

/** Pause if the response has no Retry-After. */
const defaultPauseSeconds = 5;

/**
 * Sends an upload, and repeats it while too many uploads are in progress. The desk then rejects only uploads (429,
 * 503). Returns all other responses, and also the 429 or 503 of an outage.
 *
 * @throws the error of the last attempt, and the errors of `upload` and `probe`
 * @throws the signal's reason if it is aborted
 */
export async function sendWhenAccepted<Result extends ResponseHead>(
  upload: () => Promise<Result>,
  { probe, toError, signal }: Options<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const response = await upload();
    const isRejected = response.status === 429 || response.status === 503;
    if (!isRejected || (detectOutage(response) && (await probe()))) return response;
    if (attempt === maxAttempts) throw toError(response);
    const seconds = getPauseSeconds(response.headers) ?? defaultPauseSeconds;
    await wait(seconds * 1000, signal);
  }
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
