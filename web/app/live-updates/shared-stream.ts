import type { Notification } from '#contract';
import { readEventStream } from '../../api-client/connection/event-stream.ts';
import type { StreamBlock } from '../../api-client/connection/parse-event-stream.ts';
import { isUnreachable, onReachabilityChange } from '../../api-client/connection/reachability.ts';
import { areRequestsHeld, onHoldChange } from '../../api-client/connection/session-hold.ts';
import type { TicketPresence } from '../../presence/presence-store.ts';
import { type EventBatch, toBatches } from './event-batches.ts';

type StreamListener = {
  /**
   * Returns the id of the last event that this window has applied. Null before the first poll; then no stream opens.
   */
  getPosition: () => number | null;
  onBatch: (batch: EventBatch) => void;
  /** Called when a stream opens, or this window joins one. Presence and notifications may have been missed until then. */
  onOpen: () => void;
  onPresence: (presence: TicketPresence) => void;
  onNotification: (notification: Notification) => void;
  /** Called with true when a stream opens, or this window joins one. Called with false after two failures in a row. */
  onStatus: (isLive: boolean) => void;
  /** Called in the leading window after the first failed attempt. The next attempt waits for the promise. */
  onFailure: () => Promise<void>;
};

/** The state of the leading window. The next leading window continues to count failures. */
type LeaderState = {
  /** The time at which the open stream was opened; identifies the stream. Null if no stream is open. */
  openedAt: number | null;
  /** The number of failed attempts in a row. */
  failures: number;
};

/** A message of the leading window. It sends its state after each change, every 20 seconds and to a new window. */
type LeaderMessage =
  | { state: LeaderState }
  | { batch: EventBatch }
  | { presence: TicketPresence }
  | { notification: Notification };

/**
 * A message to the other windows. A new window sends `hello`. A visible window sends `visible` every minute, and `wake`
 * when it becomes visible.
 */
type WindowMessage = LeaderMessage | 'hello' | 'visible' | 'wake';

const minDelayMilliseconds = 500;
const firstDelayMilliseconds = 3000;
const maxDelayMilliseconds = 30_000;
/** A leading window that sends no message for this long counts as frozen. */
const leaderTimeoutMilliseconds = 45_000;
const leaderTimeoutJitterMilliseconds = 5000;
const stateIntervalMilliseconds = 20_000;
/** A stream without data for this time may be lost. The API sends a heartbeat every 20 seconds. */
const staleMilliseconds = 25_000;
const minuteMilliseconds = 60_000;
/** The stream ends after this time without a visible window. A session can then expire. */
const hiddenMilliseconds = 5 * minuteMilliseconds;

/**
 * Shares one stream of events among all windows of a person, until `signal` is aborted. The window that holds a lock
 * reads the stream, and sends the events to the other windows. Browsers allow only six HTTP/1.1 connections to a
 * server.
 */
export const shareEventStream = (personId: string, listener: StreamListener, signal: AbortSignal): void =>
  new SharedStream(personId, listener, signal).start();

class SharedStream {
  readonly #name: string;
  readonly #listener: StreamListener;
  readonly #signal: AbortSignal;
  readonly #channel: BroadcastChannel;
  readonly #wakes = new EventTarget();
  /** The last time at which a window was visible. */
  #lastVisible = Date.now();
  /** Ends the stream if no window has been visible for long. */
  #hidden = new AbortController();
  /** Ends the wait for the lock. The next request takes the lock over. */
  #takeOver = new AbortController();
  #isLeading = false;
  /** The last known state of the leading window, which may be this window. */
  #state: LeaderState = { openedAt: null, failures: 0 };
  /**
   * The id of the last event of this window's streams; null before the first stream. A hidden window applies no events,
   * so the listener's position may be lower.
   */
  #through: number | null = null;
  #leaderTimer = 0;
  /** The time at which the stream last received data. */
  #lastData = 0;
  /** Ends a stream that may have lost its connection, and any stream while requests are held. */
  #stale = new AbortController();

  constructor(personId: string, listener: StreamListener, signal: AbortSignal) {
    this.#name = `stardesk events ${personId}`;
    this.#listener = listener;
    this.#signal = signal;
    this.#channel = new BroadcastChannel(this.#name);
  }

  start(): void {
    const signal = this.#signal;
    this.#channel.onmessage = ({ data }: MessageEvent<WindowMessage>) => this.#receive(data);
    const onVisibilityChange = (): void => {
      this.#checkVisibility();
      if (document.hidden) return;
      this.#publish('wake');
      this.#wake();
    };
    const wake = (): void => this.#wake();
    const minutes = setInterval(() => this.#checkVisibility(), minuteMilliseconds);
    document.addEventListener('visibilitychange', onVisibilityChange, { signal });
    addEventListener('online', wake, { signal });
    const stops = [onHoldChange(wake), onReachabilityChange(wake)];
    signal.addEventListener('abort', () => {
      clearInterval(minutes);
      clearTimeout(this.#leaderTimer);
      for (const stop of stops) stop();
      this.#channel.close();
    });
    this.#publish('hello');
    onVisibilityChange();
    void this.#share();
  }

  /**
   * Connects immediately, unless requests are held. Ends a stream that may have been lost during sleep or a change of
   * network, and any stream while requests are held.
   */
  #wake(): void {
    if (areRequestsHeld() || Date.now() - this.#lastData > staleMilliseconds) this.#stale.abort();
    this.#wakes.dispatchEvent(new Event('wake'));
  }

  #publish(message: WindowMessage): void {
    if (!this.#signal.aborted) this.#channel.postMessage(message);
  }

  #receive(message: WindowMessage): void {
    if (this.#signal.aborted) return;
    if (message === 'visible') this.#lastVisible = Date.now();
    else if (message === 'wake') this.#wake();
    else if (message === 'hello') {
      if (this.#isLeading) this.#publish({ state: this.#state });
    } else if (!this.#isLeading) {
      this.#watchLeader();
      this.#pass(message);
    }
  }

  /** Passes a message of the leading window to the listener. */
  #pass(message: LeaderMessage): void {
    const listener = this.#listener;
    if ('presence' in message) listener.onPresence(message.presence);
    else if ('notification' in message) listener.onNotification(message.notification);
    else if ('batch' in message) listener.onBatch(message.batch);
    else this.#passState(message.state);
  }

  #passState(state: LeaderState): void {
    const hasOpened = state.openedAt !== null && state.openedAt !== this.#state.openedAt;
    this.#state = state;
    if (hasOpened) {
      this.#listener.onStatus(true);
      this.#listener.onOpen();
    } else if (state.failures > 1) this.#listener.onStatus(false);
  }

  /** Passes a message to the listeners of this window and all other windows. */
  #passToAll(message: LeaderMessage): void {
    this.#pass(message);
    this.#publish(message);
  }

  /** Takes the lock over if the leading window sends no messages. */
  #watchLeader(): void {
    clearTimeout(this.#leaderTimer);
    const delay = leaderTimeoutMilliseconds + Math.random() * leaderTimeoutJitterMilliseconds;
    this.#leaderTimer = window.setTimeout(() => {
      this.#watchLeader();
      if (!this.#isLeading && !document.hidden && !areRequestsHeld() && !isUnreachable()) this.#takeOver.abort();
    }, delay);
  }

  #checkVisibility(): void {
    if (!document.hidden) {
      this.#lastVisible = Date.now();
      this.#publish('visible');
    } else if (!this.#wasVisible()) this.#hidden.abort();
  }

  #wasVisible(): boolean {
    return Date.now() - this.#lastVisible < hiddenMilliseconds;
  }

  async #share(): Promise<void> {
    while (!this.#signal.aborted) {
      this.#watchLeader();
      await this.#holdLock();
      // A browser may reject every request for a lock.
      if (!this.#takeOver.signal.aborted) await this.#pause(this.#signal, getReconnectDelay(0));
    }
  }

  /** Waits for the lock, or takes it over from a frozen window. Leads until another window takes it over. */
  async #holdLock(): Promise<void> {
    const leading = new AbortController();
    const mustTakeOver = this.#takeOver.signal.aborted;
    if (mustTakeOver) this.#takeOver = new AbortController();
    const signal = AbortSignal.any([this.#signal, this.#takeOver.signal]);
    const options = mustTakeOver ? { steal: true } : { signal };
    try {
      await navigator.locks.request(this.#name, options, () =>
        this.#lead(AbortSignal.any([this.#signal, leading.signal])),
      );
    } catch {
      // The lock was taken over, or the request was aborted or rejected. `#share` requests it again.
    } finally {
      leading.abort();
      this.#isLeading = false;
    }
  }

  /** Reads streams, one after another, while this window holds the lock. */
  async #lead(ended: AbortSignal): Promise<void> {
    this.#isLeading = true;
    this.#through = null;
    this.#state = { ...this.#state, openedAt: null };
    const publishState = (): void => this.#publish({ state: this.#state });
    publishState();
    const timer = setInterval(publishState, stateIntervalMilliseconds);
    ended.addEventListener('abort', () => clearInterval(timer));
    while (!ended.aborted) {
      while (!this.#mayConnect() && !ended.aborted) await this.#pause(ended);
      const wasOpen = await this.#readStream(ended);
      if (ended.aborted) return;
      const failures = wasOpen ? 0 : this.#state.failures + 1;
      this.#passToAll({ state: { openedAt: null, failures } });
      if (failures === 1) await this.#listener.onFailure();
      if (!this.#stale.signal.aborted) await this.#pause(ended, getReconnectDelay(failures));
    }
  }

  #mayConnect(): boolean {
    return !areRequestsHeld() && !isUnreachable() && this.#wasVisible();
  }

  /** Reads one stream to its end. Returns whether it was open. */
  async #readStream(ended: AbortSignal): Promise<boolean> {
    this.#hidden = new AbortController();
    this.#stale = new AbortController();
    const position = this.#through ?? this.#listener.getPosition();
    if (position === null) return false;
    this.#lastData = Date.now();
    this.#through = position;
    const signal = AbortSignal.any([ended, this.#hidden.signal, this.#stale.signal]);
    await readEventStream(String(position), blocks => this.#passBlocks(blocks), signal);
    return this.#state.openedAt !== null;
  }

  #passBlocks(blocks: readonly StreamBlock[]): void {
    this.#lastData = Date.now();
    if (this.#state.openedAt === null) this.#passToAll({ state: { openedAt: Date.now(), failures: 0 } });
    for (const batch of toBatches(this.#through ?? 0, blocks)) {
      this.#through = batch.through;
      this.#passToAll({ batch });
    }
    for (const { type, data } of blocks) {
      if (type === 'presence') this.#passToAll({ presence: JSON.parse(data) as TicketPresence });
      if (type === 'notification') this.#passToAll({ notification: JSON.parse(data) as Notification });
    }
  }

  /**
   * Waits until the time has passed, the window wakes, or `ended` is aborted.
   *
   * @param milliseconds no limit by default
   */
  #pause(ended: AbortSignal, milliseconds?: number): Promise<void> {
    if (ended.aborted) return Promise.resolve();
    return new Promise(resolve => {
      const done = new AbortController();
      const finish = (): void => {
        done.abort();
        clearTimeout(timer);
        resolve();
      };
      const timer = milliseconds === undefined ? 0 : window.setTimeout(finish, milliseconds);
      this.#wakes.addEventListener('wake', finish, { signal: done.signal });
      ended.addEventListener('abort', finish, { signal: done.signal });
    });
  }
}

/** Returns a random delay in milliseconds: 0.5 to 3 seconds. Each failure doubles the maximum, up to 30 seconds. */
const getReconnectDelay = (failures: number): number => {
  const longest = Math.min(firstDelayMilliseconds * 2 ** failures, maxDelayMilliseconds);
  return minDelayMilliseconds + Math.random() * (longest - minDelayMilliseconds);
};
