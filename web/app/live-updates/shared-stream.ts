import { readEventStream } from '../../api-client/connection/event-stream.ts';
import type { StreamBlock } from '../../api-client/connection/parse-event-stream.ts';
import { isUnreachable, onReachabilityChange } from '../../api-client/connection/reachability.ts';
import { areRequestsHeld, onHoldChange } from '../../api-client/connection/session-hold.ts';
import type { TicketPresence } from '../../presence/presence-store.ts';
import { type EventBatch, toBatches } from './event-batches.ts';

type StreamListener = {
  /** Returns the id of the last event that this window has applied; null before the first poll. */
  getPosition: () => number | null;
  onBatch: (batch: EventBatch) => void;
  /** Called when a stream opens. What streams send without ids may have been missed before. */
  onOpen: () => void;
  onPresence: (presence: TicketPresence) => void;
  /** Called with false after two failed attempts in a row, and with true when a stream is open. */
  onStatus: (isLive: boolean) => void;
  /** Called in the leading window after the first failed attempt. The next attempt waits for the promise. */
  onFailure: () => Promise<void>;
};

/** A message to the other windows. A new window says `hello`, and the leading window answers with the status. */
type WindowMessage = { batch: EventBatch } | { isLive: boolean } | { presence: TicketPresence } | 'visible' | 'hello';

const minDelayMilliseconds = 500;
const firstDelayMilliseconds = 3000;
const maxDelayMilliseconds = 30_000;
/** A leading window that sends no message for this long is frozen. */
const silenceMilliseconds = 45_000;
const silenceJitterMilliseconds = 5000;
const minuteMilliseconds = 60_000;
/** The stream ends when no window was visible for this long, so that an idle session can expire. */
const hiddenMilliseconds = 5 * minuteMilliseconds;

/**
 * Shares one stream of events among all windows of a person, until `signal` is aborted. The window that holds a lock
 * reads the stream and passes the events on: browsers allow six HTTP/1.1 connections to a server.
 */
export function shareEventStream(personId: string, listener: StreamListener, signal: AbortSignal): void {
  const name = `stardesk events ${personId}`;
  const channel = new BroadcastChannel(name);
  const wakes = new EventTarget();
  let lastVisible = Date.now();
  let hiddenFor = new AbortController();
  /** Ends the wait for the lock, to take it over. */
  let takeOver = new AbortController();
  let isLeading = false;
  let isOpen = false;
  let silenceTimer = 0;

  const wake = (): void => void wakes.dispatchEvent(new Event('wake'));
  const publish = (message: WindowMessage): void => {
    if (!signal.aborted) channel.postMessage(message);
  };
  const setStatus = (isLive: boolean): void => {
    listener.onStatus(isLive);
    publish({ isLive });
  };

  function watchLeader(): void {
    clearTimeout(silenceTimer);
    const delay = silenceMilliseconds + Math.random() * silenceJitterMilliseconds;
    silenceTimer = window.setTimeout(() => {
      watchLeader();
      if (!isLeading && !document.hidden && !areRequestsHeld() && !isUnreachable()) takeOver.abort();
    }, delay);
  }

  function checkVisibility(): void {
    if (!document.hidden) {
      lastVisible = Date.now();
      publish('visible');
      wake();
    } else if (Date.now() - lastVisible >= hiddenMilliseconds) hiddenFor.abort();
  }

  channel.onmessage = ({ data }: MessageEvent<WindowMessage>): void => {
    if (signal.aborted) return;
    if (data === 'visible') {
      lastVisible = Date.now();
      wake();
      return;
    }
    if (data === 'hello') {
      if (isOpen) publish({ isLive: true });
      return;
    }
    watchLeader();
    if ('presence' in data) {
      listener.onPresence(data.presence);
      return;
    }
    listener.onStatus('batch' in data || data.isLive);
    if ('batch' in data) listener.onBatch(data.batch);
    else if (data.isLive) listener.onOpen();
  };

  /** Waits for a time, or until a wake or an abort. @param milliseconds no limit by default */
  const pause = (ended: AbortSignal, milliseconds?: number): Promise<void> =>
    new Promise(resolve => {
      const done = new AbortController();
      const finish = (): void => {
        done.abort();
        clearTimeout(timer);
        resolve();
      };
      const timer = milliseconds === undefined ? 0 : window.setTimeout(finish, milliseconds);
      wakes.addEventListener('wake', finish, { signal: done.signal });
      ended.addEventListener('abort', finish, { signal: done.signal });
    });

  const mayConnect = (): boolean =>
    !areRequestsHeld() && !isUnreachable() && Date.now() - lastVisible < hiddenMilliseconds;

  /** Reads one stream to its end. Returns whether it was open. */
  async function readStream(position: number, ended: AbortSignal): Promise<boolean> {
    hiddenFor = new AbortController();
    let after = position;
    let wasOpen = false;
    const onBlocks = (blocks: readonly StreamBlock[]): void => {
      if (!wasOpen) {
        setStatus(true);
        listener.onOpen();
      }
      isOpen = wasOpen = true;
      for (const batch of toBatches(after, blocks)) {
        after = batch.through;
        listener.onBatch(batch);
        publish({ batch });
      }
      for (const { data } of blocks.filter(({ type }) => type === 'presence')) {
        const presence = JSON.parse(data) as TicketPresence;
        listener.onPresence(presence);
        publish({ presence });
      }
    };
    await readEventStream(String(position), onBlocks, AbortSignal.any([ended, hiddenFor.signal]));
    isOpen = false;
    return wasOpen;
  }

  /** Reads streams, one after another, while this window holds the lock. */
  async function lead(ended: AbortSignal): Promise<void> {
    isLeading = true;
    let failures = 0;
    while (!ended.aborted) {
      while (!mayConnect() && !ended.aborted) await pause(ended);
      const position = listener.getPosition();
      const wasOpen = position !== null && (await readStream(position, ended));
      if (ended.aborted) return;
      failures = wasOpen ? 0 : failures + 1;
      if (failures === 1) await listener.onFailure();
      if (failures > 1) setStatus(false);
      await pause(ended, getReconnectDelay(failures));
    }
  }

  /** Waits for the lock, or takes it over from a frozen window. Leads until another window takes it over. */
  async function holdLock(): Promise<void> {
    const leading = new AbortController();
    const mustTakeOver = takeOver.signal.aborted;
    if (mustTakeOver) takeOver = new AbortController();
    const options = mustTakeOver ? { steal: true } : { signal: AbortSignal.any([signal, takeOver.signal]) };
    try {
      await navigator.locks.request(name, options, () => lead(AbortSignal.any([signal, leading.signal])));
    } catch {
      // Another window has the lock now, or this window takes it over in the next attempt.
    } finally {
      leading.abort();
      isLeading = false;
    }
  }

  async function share(): Promise<void> {
    while (!signal.aborted) await holdLock();
  }

  const minutes = setInterval(checkVisibility, minuteMilliseconds);
  document.addEventListener('visibilitychange', checkVisibility, { signal });
  addEventListener('online', wake, { signal });
  const stops = [onHoldChange(wake), onReachabilityChange(wake)];
  signal.addEventListener('abort', () => {
    clearInterval(minutes);
    clearTimeout(silenceTimer);
    for (const stop of stops) stop();
    channel.close();
  });
  watchLeader();
  publish('hello');
  checkVisibility();
  void share();
}

/** Returns a random delay: 0.5 to 3 seconds, and twice as long after each failure, up to 30 seconds. */
const getReconnectDelay = (failures: number): number => {
  const longest = Math.min(firstDelayMilliseconds * 2 ** failures, maxDelayMilliseconds);
  return minDelayMilliseconds + Math.random() * (longest - minDelayMilliseconds);
};
