import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isUnreachable, onReachabilityChange } from '../../api-client/connection/reachability.ts';
import { areRequestsHeld, onHoldChange } from '../../api-client/connection/session-hold.ts';
import { usePerson } from '../../session/person.ts';
import { createPoll, type PollReason } from './apply-events.ts';

const intervalMilliseconds = 30_000;
/** Minimum pause between two polls on return to the page. Focus events come in bursts. */
const minPauseMilliseconds = 2000;

export function useLiveUpdates(): void {
  const client = useQueryClient();
  const { id } = usePerson();
  useEffect(() => startPolling(window, createPoll(client, id)), [client, id]);
}

/**
 * Polls every 30 seconds while the page is visible. Polls immediately on focus, after a new sign-in and after an
 * outage, but never while requests wait. Returns a function that stops polling.
 */
function startPolling(page: Window, poll: (occasion: PollReason) => Promise<void>): () => void {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastReturn = Date.now();

  async function pollNow(occasion: PollReason): Promise<void> {
    clearTimeout(timer);
    if (controller.signal.aborted || page.document.visibilityState === 'hidden' || areRequestsHeld() || isUnreachable())
      return;
    if (occasion === 'interval' || Date.now() - lastReturn >= minPauseMilliseconds) {
      if (occasion === 'return') lastReturn = Date.now();
      // On errors the page stays as it is until the next poll.
      await poll(occasion).catch(() => undefined);
    }
    clearTimeout(timer);
    if (!controller.signal.aborted) timer = setTimeout(() => void pollNow('interval'), intervalMilliseconds);
  }

  const onReturn = (): void => void pollNow('return');
  page.addEventListener('focus', onReturn, { signal: controller.signal });
  page.document.addEventListener('visibilitychange', onReturn, { signal: controller.signal });
  const stops = [onHoldChange(onReturn), onReachabilityChange(onReturn)];
  timer = setTimeout(() => void pollNow('interval'), intervalMilliseconds);
  return () => {
    controller.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
