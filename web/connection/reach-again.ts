import { type Outage, onReachabilityChange, readOutage, reportOutage, reportReached } from './reachability.ts';

/** Asks the desk for a sign of life; null when there is one. */
type Look = () => Promise<Outage | null>;

/** Between looks, in milliseconds: the first pause, which doubles up to the longest. */
const firstPause = 500;
const longestPause = 30_000;

const calls = new EventTarget();

/** Looks now whether the desk can be reached again. */
export const lookNow = (): void => void calls.dispatchEvent(new Event('look'));

/**
 * While the desk cannot be reached, looks whether it is back: with growing pauses, and at once when the browser gets a
 * network or somebody turns to the page. A pause that the desk asked for is kept. Answers the way to stop.
 */
export function watchReachability(page: Window, look: Look): () => void {
  const controller = new AbortController();
  let pause = firstPause;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = false;

  async function lookAgain(): Promise<void> {
    if (looking || readOutage() === null) return;
    looking = true;
    const outage = await look();
    if (outage === null) reportReached();
    else reportOutage(outage);
    looking = false;
    wait();
  }

  function wait(): void {
    if (looking) return;
    clearTimeout(timer);
    const outage = readOutage();
    if (outage === null) {
      pause = firstPause;
      return;
    }
    // Many pages lost the same desk: they come back one after the other.
    const spread = 1 + Math.random() / 4;
    const milliseconds = Math.max((outage.pauseSeconds ?? 0) * 1000, pause) * spread;
    timer = setTimeout(outage.obstacle === 'busy' ? reportReached : lookAgain, milliseconds);
    pause = Math.min(pause * 2, longestPause);
  }

  const hurry = (): void => {
    if (readOutage()?.obstacle !== 'busy') void lookAgain();
  };
  const { signal } = controller;
  for (const news of ['online', 'focus']) page.addEventListener(news, hurry, { signal });
  page.addEventListener(
    'offline',
    () => {
      reportOutage({ obstacle: 'offline', pauseSeconds: null });
      hurry(); // a desk on this very computer is there all the same
    },
    { signal },
  );
  calls.addEventListener('look', hurry, { signal });
  signal.addEventListener('abort', onReachabilityChange(wait));
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
