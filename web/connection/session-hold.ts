/**
 * The hold on this page's requests. While nobody is signed in, or somebody else than the page is of, what is asked
 * waits: it neither fails nor speaks for the wrong person.
 */
import { whenAborted } from './when-aborted.ts';

type Hold = PromiseWithResolvers<void>;

let hold: Hold | null = null;
/** How many there have been. */
let holds = 0;

const changes = new EventTarget();
const tell = (): void => void changes.dispatchEvent(new Event('change'));

/** Whether requests wait. */
export const isHeld = (): boolean => hold !== null;

/** Calls `listener` when a hold begins or ends. Answers the way to stop. */
export function onHoldChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** From now on requests wait. */
export function holdRequests(): void {
  if (hold) return;
  hold = Promise.withResolvers();
  holds++;
  tell();
}

/** The person is back: what waited goes out. */
export function releaseRequests(): void {
  if (!hold) return;
  hold.resolve();
  hold = null;
  tell();
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
    if (hold) await Promise.race([hold.promise, whenAborted(signal)]);
    const before = holds;
    const response = await request();
    if (response.status !== 401) return response;
    // What was sent before a hold that has ended since says nothing of now.
    if (before === holds) holdRequests();
  }
}
