import { liveStatus } from '../../api-client/connection/live-status.ts';
import { isUnreachable, onReachabilityChange } from '../../api-client/connection/reachability.ts';
import { areRequestsHeld, onHoldChange } from '../../api-client/connection/session-hold.ts';
import { onReadElsewhere, refetchAfterPoll, refetchNotifications } from '../../notifications/refetch.ts';
import { clearPresence, loadPresence, setTicketPresence } from '../../presence/presence-store.ts';
import type { TaskContext } from '../use-lazy-task.ts';
import { createUpdates, type PollReason } from './apply-events.ts';
import { createNotifier } from './notifier.ts';
import { shareEventStream } from './shared-stream.ts';

const intervalMilliseconds = 30_000;
/** While a stream is open, the app polls only at every tenth interval. */
const intervalsBesideStream = 10;
/** Minimum pause between two polls on return to the page. Focus events come in bursts. */
const minPauseMilliseconds = 2000;

/**
 * Applies the events of a stream, and polls every 30 seconds without a stream. Polls immediately on focus, after a new
 * sign-in and after an outage, but never while requests wait or the page is hidden.
 *
 * @param signal stops the updates
 */
export function startLiveUpdates(context: TaskContext, signal: AbortSignal): void {
  if (signal.aborted) return;
  const { client, personId } = context;
  const updates = createUpdates(client, personId, signal);
  let isLive = false;
  let intervals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const mayPoll = (): boolean =>
    !signal.aborted && document.visibilityState !== 'hidden' && !areRequestsHeld() && !isUnreachable();
  // If the first poll cannot run now, the first return polls without delay.
  let lastReturn = mayPoll() ? Date.now() : 0;

  async function poll(reason: PollReason): Promise<void> {
    if (!mayPoll()) return;
    intervals = 0;
    startTimer();
    // On errors the page stays as it is until the next poll.
    await updates.poll(reason).catch(() => undefined);
    if (reason !== 'start') refetchAfterPoll(client);
    if (updates.getPosition() !== null) startStream();
  }

  function startTimer(): void {
    clearInterval(timer);
    timer = setInterval(onInterval, intervalMilliseconds);
  }

  function onInterval(): void {
    intervals += 1;
    if (!isLive || intervals >= intervalsBesideStream) void poll('interval');
    else if (mayPoll()) updates.refetchDue();
  }

  const onReturn = (): void => {
    if (!mayPoll()) {
      // The window misses events from now on, so the next return polls without delay.
      lastReturn = 0;
      return;
    }
    if (Date.now() - lastReturn < minPauseMilliseconds) return;
    lastReturn = Date.now();
    void poll('return');
  };

  /** Reads presence and notifications, which have no event ids. The next event or stream corrects a failed read. */
  const onOpen = (): void => {
    void loadPresence().catch(() => undefined);
    refetchNotifications(client);
  };

  /** Aborts the stream when the page is left. The back/forward cache rejects pages that hold a lock. */
  let stream: AbortController | null = null;

  /** Starts the stream, unless it is running. Called after each poll, because only a poll sets the first position. */
  function startStream(): void {
    if (signal.aborted || stream !== null) return;
    stream = new AbortController();
    shareEventStream(
      personId,
      {
        getPosition: updates.getPosition,
        onBatch(batch) {
          if (document.visibilityState !== 'hidden') void updates.apply(batch).catch(() => undefined);
        },
        onOpen,
        onPresence: setTicketPresence,
        onNotification: createNotifier(context),
        onStatus(live) {
          isLive = live;
          if (live === liveStatus.read()) return;
          liveStatus.write(live);
          if (!live) clearPresence();
        },
        onFailure: () => poll('interval'),
      },
      AbortSignal.any([signal, stream.signal]),
    );
  }

  const stopStream = (): void => {
    stream?.abort();
    stream = null;
  };

  onReadElsewhere(() => refetchNotifications(client), signal);
  addEventListener('focus', onReturn, { signal });
  addEventListener('pagehide', stopStream, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && void poll('return'), { signal });
  document.addEventListener('visibilitychange', onReturn, { signal });
  const stops = [onHoldChange(onReturn), onReachabilityChange(onReturn)];
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  });
  startTimer();
  void poll('start');
}
