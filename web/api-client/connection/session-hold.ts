/**
 * Holds this page's requests while its person is signed out or another person is signed in, so that they neither fail nor
 * run as the wrong person.
 */
import { createStore } from '../../storage/observable-store.ts';
import { rejectOnAbort } from './reject-on-abort.ts';

type Hold = PromiseWithResolvers<void>;

const hold = createStore<Hold | null>(null);
/** Counts holds, to detect those that started during a request. */
let holdCount = 0;

/** Returns whether requests wait. */
export const areRequestsHeld = (): boolean => hold.read() !== null;

/** Calls `listener` when a hold starts or ends. Returns a function that unsubscribes. */
export const onHoldChange = hold.subscribe;

/** Starts a hold. */
export function holdRequests(): void {
  if (areRequestsHeld()) return;
  holdCount++;
  hold.write(Promise.withResolvers());
}

/** Ends the hold: waiting requests are sent. */
export function releaseRequests(): void {
  const current = hold.read();
  if (!current) return;
  current.resolve();
  hold.write(null);
}

/**
 * Sends a request. A 401 starts a hold, after which the request is sent again.
 *
 * @throws the signal's reason if it is aborted while the request waits
 */
export async function sendWhenSignedIn<Result extends { status: number }>(
  request: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    const over = hold.read()?.promise;
    if (over) await Promise.race([over, rejectOnAbort(signal)]);
    const holdCountBefore = holdCount;
    const response = await request();
    if (response.status !== 401) return response;
    // If a hold started after the request was sent, it covers this 401 too.
    if (holdCount === holdCountBefore) holdRequests();
  }
}
