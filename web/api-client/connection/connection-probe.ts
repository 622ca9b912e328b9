import { getOutage, type Outage, onReachabilityChange, reportOutage, reportReachable } from './reachability.ts';
import { probeConnection } from './send.ts';

/** Pause before the first probe. Each failed probe doubles it, up to the maximum. */
const initialPauseMilliseconds = 500;
const maxPauseMilliseconds = 30_000;

const probeRequests = new EventTarget();

export const probeNow = (): void => void probeRequests.dispatchEvent(new Event('probe'));

/**
 * Probes the connection with growing pauses while the desk is unreachable. Probes immediately when the browser goes
 * online or the window gets the focus. Respects Retry-After. After a 429 (`busy`), requests resume after the pause
 * without a probe. Returns a function that stops probing.
 */
export function watchReachability(page: Window): () => void {
  const controller = new AbortController();
  let pause = initialPauseMilliseconds;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isProbing = false;

  async function probeAgain(): Promise<void> {
    if (isProbing || getOutage() === null) return;
    isProbing = true;
    const outage = await probeConnection();
    if (outage === null) reportReachable();
    else reportOutage(outage);
    isProbing = false;
    // Called here too, because an unchanged obstacle notifies no listener.
    scheduleProbe(outage);
  }

  function scheduleProbe(outage: Outage | null): void {
    if (isProbing) return;
    clearTimeout(timer);
    if (outage === null) {
      pause = initialPauseMilliseconds;
      return;
    }
    // Jitter, so that not all pages reconnect at the same time.
    const jitter = 1 + Math.random() / 4;
    const milliseconds = Math.max((outage.pauseSeconds ?? 0) * 1000, pause) * jitter;
    timer = setTimeout(outage.obstacle === 'busy' ? reportReachable : probeAgain, milliseconds);
    pause = Math.min(pause * 2, maxPauseMilliseconds);
  }

  const probeUnlessBusy = (): void => {
    if (getOutage()?.obstacle !== 'busy') void probeAgain();
  };
  const { signal } = controller;
  for (const type of ['online', 'focus']) page.addEventListener(type, probeUnlessBusy, { signal });
  page.addEventListener(
    'offline',
    () => {
      reportOutage({ obstacle: 'offline', pauseSeconds: null });
      probeUnlessBusy(); // a desk on this computer may still be reachable
    },
    { signal },
  );
  probeRequests.addEventListener('probe', probeUnlessBusy, { signal });
  signal.addEventListener(
    'abort',
    onReachabilityChange(() => scheduleProbe(getOutage())),
  );
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
