import { isUnreachable, onReachabilityChange } from '../connection/reachability.ts';
import { isHeld, onHoldChange } from '../connection/session-hold.ts';
import type { Occasion } from './take-in.ts';

const everyMilliseconds = 30_000;
/** Windows get the focus in bursts. */
const apartMilliseconds = 2000;

/**
 * Looks for news every 30 seconds while somebody can see the page, and at once when they turn to it, when they are signed
 * in again and when the desk is back. Not while it is hidden, nor while requests wait. Answers the way to stop.
 */
export function watchForNews(page: Window, look: (occasion: Occasion) => Promise<void>): () => void {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastLook = Date.now();

  async function lookNow(occasion: Occasion): Promise<void> {
    clearTimeout(timer);
    if (controller.signal.aborted || page.document.visibilityState === 'hidden' || isHeld() || isUnreachable()) return;
    if (Date.now() - lastLook >= apartMilliseconds) {
      lastLook = Date.now();
      // What cannot be read now is read the next time; what is shown stays.
      await look(occasion).catch(() => undefined);
    }
    clearTimeout(timer);
    if (!controller.signal.aborted) timer = setTimeout(() => void lookNow('interval'), everyMilliseconds);
  }

  const turned = (): void => void lookNow('return');
  page.addEventListener('focus', turned, { signal: controller.signal });
  page.document.addEventListener('visibilitychange', turned, { signal: controller.signal });
  const stops = [onHoldChange(turned), onReachabilityChange(turned)];
  timer = setTimeout(() => void lookNow('interval'), everyMilliseconds);
  return () => {
    controller.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
