/**
 * The hold on this page's requests. While nobody is signed in, or somebody else than the person whose page this is, what
 * is asked waits: it neither fails nor speaks for the wrong person.
 */
import { createStore } from '../store.ts';
import { whenAborted } from './when-aborted.ts';

type Hold = PromiseWithResolvers<void>;

const hold = createStore<Hold | null>(null);
/** How many holds there have been. Whoever sees the same number twice knows that none began in between. */
let holds = 0;

/** Whether requests wait. */
export const isHeld = (): boolean => hold.read() !== null;

/** Calls `listener` when a hold begins or ends. Answers the way to stop. */
export const onHoldChange = hold.subscribe;

/** From now on requests wait. */
export function holdRequests(): void {
  if (isHeld()) return;
  holds++;
  hold.write(Promise.withResolvers());
}

/** The person is back: what waited goes out. */
export function releaseRequests(): void {
  const held = hold.read();
  if (!held) return;
  held.resolve();
  hold.write(null);
}

/**
 * The answer to a request. One that says that nobody is signed in (401) did nothing: it begins a hold, after which the
 * same request is sent again.
 *
 * @throws the signal's reason, when it is aborted while it waits
 */
export async function whileSignedIn<Answer extends { status: number }>(
  request: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  for (;;) {
    const over = hold.read()?.promise;
    if (over) await Promise.race([over, whenAborted(signal)]);
    const holdsBefore = holds;
    const response = await request();
    if (response.status !== 401) return response;
    // A hold that began after the request was sent, and may have ended since, has this answer's reason already.
    if (holds === holdsBefore) holdRequests();
  }
}
