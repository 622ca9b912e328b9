import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { findStoreOutage } from '../../database/outage.ts';
import type { Principal } from '../../http/principal.ts';
import type { EventRow } from '../representation.ts';
import type { EventFeed, EventListener } from './event-feed.ts';
import type { NotificationFeed, NotificationListener, StreamedNotification } from './notification-feed.ts';
import type { PresenceFeed, PresenceListener } from './presence-feed.ts';

/** Limits of streams; times in milliseconds. */
export type StreamLimits = {
  /** The maximum number of streams of one person and client in this process. */
  perCaller: number;
  /** The maximum number of streams in this process. */
  perProcess: number;
  /** The interval at which a stream sends its position and checks its token. */
  heartbeat: number;
  /** The maximum age of the last check of the token when events are sent. */
  check: number;
  /** A stream ends at a heartbeat if the store was unreadable for this long. */
  outage: number;
  /** A stream ends at the first heartbeat at which its token expires within this time. */
  beforeExpiry: number;
  /** With more unread bytes, a stream waits for the client. */
  unreadBytes: number;
  /**
   * If more events are queued while a stream waits, the client is disconnected. It can reconnect, and then continues
   * after its last id.
   */
  queuedEvents: number;
  /** The interval at which presence and new notifications are read. */
  presence: number;
};

export const defaultStreamLimits: StreamLimits = {
  ...{ perCaller: 5, perProcess: 2500 },
  ...{ heartbeat: 20_000, check: 5000, outage: 60_000, beforeExpiry: 50_000 },
  ...{ unreadBytes: 256 * 1024, queuedEvents: 1000, presence: 1000 },
};

/** A client that has missed more events gets `reset`. It has to load its data again. */
const maxMissedEvents = 500;

export type StreamOptions = {
  feed: EventFeed;
  presence: PresenceFeed;
  notifications: NotificationFeed;
  /** Sends the headers. */
  openResponse(): ServerResponse;
  caller: Principal;
  /** Authenticates the request again. @throws ApiError if its token is no longer valid */
  findCaller(): Promise<Principal>;
  /** The number of the last event that the client knows; null to start now. */
  after: number | null;
  /** Reads the number of the newest event. */
  readNewest(): Promise<number>;
  /** Reads the events after `after`, up to `through`. */
  readMissed(after: number, through: number): Promise<EventRow[]>;
  isVisible(row: EventRow, caller: Principal): boolean;
  toJson(row: EventRow): string;
  isPresenceVisible(ticketId: string, caller: Principal): boolean;
  isNotificationVisible(notification: StreamedNotification, caller: Principal): boolean;
  limits: StreamLimits;
  onEnd(): void;
};

/**
 * A stream of server-sent events (HTML Standard, 9.2). It ends when the client disconnects, its token becomes invalid
 * or expires soon, the store is unreadable for too long, or the process shuts down. The client continues after the last
 * id.
 */
export class EventStream implements EventListener, PresenceListener, NotificationListener {
  readonly #options: StreamOptions;
  #response: ServerResponse | null = null;
  #caller: Principal;
  #checkedAt: number;
  /** The number of the last event that was sent or skipped. Events that the caller may not read are skipped. */
  #position = 0;
  /** The last step; each step waits for the previous one. */
  #steps = Promise.resolve();
  /** Includes presence and notifications. */
  #queuedEvents = 0;
  /** True while the client reads more slowly than the stream sends. */
  #isWaiting = false;
  #beatAt = Number.POSITIVE_INFINITY;
  readonly #subscriptions: (() => void)[] = [];
  readonly #ended = new AbortController();

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#caller = options.caller;
    this.#checkedAt = Date.now();
  }

  get caller(): Principal {
    return this.#caller;
  }

  /** Opens the response. Rejects only before anything was sent. */
  async start(): Promise<void> {
    const opening = this.#open();
    this.#steps = opening.catch(() => {});
    await opening;
  }

  onEvents(events: readonly EventRow[], through: number): void {
    this.#enqueue(events.length, () => this.#send(events, through));
  }

  onPresence(ticketId: string, json: string): void {
    this.#enqueueTransient('presence', json, caller => this.#options.isPresenceVisible(ticketId, caller));
  }

  onNotification(notification: StreamedNotification): void {
    const { isNotificationVisible } = this.#options;
    this.#enqueueTransient('notification', notification.json, caller => isNotificationVisible(notification, caller));
  }

  onReset(newest: number): void {
    this.#run(() => this.#jump('reset', newest));
  }

  /** Sends a heartbeat if one is due. Streams whose heartbeats are due together check their tokens with one read. */
  beatIfDue(now: number): void {
    if (now < this.#beatAt) return;
    this.#beatAt = now + this.#options.limits.heartbeat;
    this.#run(() => this.#beat());
  }

  /** Ends the stream. If it is not open yet, it ends as soon as it opens. */
  end(): void {
    for (const unsubscribe of this.#subscriptions.splice(0)) unsubscribe();
    this.#response?.end();
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.#options.onEnd();
  }

  /** Subscribes before reading, so that no event is missed. */
  async #open(): Promise<void> {
    const { feed, presence, notifications, openResponse, readNewest, readMissed, limits } = this.#options;
    try {
      this.#subscriptions.push(await feed.subscribe(this));
      this.#subscriptions.push(await presence.subscribe(this));
      this.#subscriptions.push(await notifications.subscribe(this));
      const newest = await readNewest();
      const after = this.#options.after ?? newest;
      const isLost = after > newest || newest - after > maxMissedEvents;
      const missed = isLost ? [] : await readMissed(after, newest);
      this.#response = openResponse();
      this.#response.once('close', () => this.end());
      this.#write('retry: 2000\n');
      this.#jump(isLost ? 'reset' : 'ready', isLost ? newest : after);
      await this.#send(missed, newest).catch(() => this.end());
    } catch (error) {
      this.end();
      throw error;
    }
    if (this.#response.closed || this.#ended.signal.aborted) return this.end();
    this.#beatAt = Date.now() + limits.heartbeat;
  }

  #enqueue(events: number, send: () => Promise<void>): void {
    this.#queuedEvents += events;
    if (this.#isWaiting && this.#queuedEvents > this.#options.limits.queuedEvents) this.#response?.destroy();
    this.#run(async () => {
      await send();
      this.#queuedEvents -= events;
    });
  }

  #run(step: () => Promise<void> | void): void {
    this.#steps = this.#steps.then(step).catch(() => this.end());
  }

  async #send(events: readonly EventRow[], through: number): Promise<void> {
    const { isVisible, toJson, limits } = this.#options;
    const visible = events.filter(row => row.n > this.#position && isVisible(row, this.#caller));
    for (const row of visible) {
      // The client may have read slowly since the last check.
      await this.#requireToken(limits.check);
      if (!isVisible(row, this.#caller)) continue;
      this.#position = row.n;
      this.#write(formatEvent(row.n, row.type, toJson(row)));
      await this.#waitForClient();
    }
    this.#position = Math.max(this.#position, through);
  }

  /**
   * Sends an event without an id, which is never repeated. Checks the token first if the last check is older than a
   * heartbeat interval.
   */
  #enqueueTransient(type: string, json: string, isVisible: (caller: Principal) => boolean): void {
    if (!isVisible(this.#caller)) return;
    this.#enqueue(1, async () => {
      await this.#requireToken(this.#options.limits.heartbeat);
      if (!isVisible(this.#caller)) return;
      this.#write(`event: ${type}\ndata: ${json}\n\n`);
      await this.#waitForClient();
    });
  }

  async #waitForClient(): Promise<void> {
    const response = this.#response;
    if (response === null || response.writableLength <= this.#options.limits.unreadBytes) return;
    this.#isWaiting = true;
    await once(response, 'drain', { signal: this.#ended.signal });
    this.#isWaiting = false;
  }

  #jump(type: 'ready' | 'reset', position: number): void {
    this.#position = position;
    this.#write(formatEvent(position, type, JSON.stringify({ id: String(position) })));
  }

  /** Checks the token and sends the position. Events that the client may not read move the position, too. */
  async #beat(): Promise<void> {
    await this.#requireToken(0).catch(error => this.#ignoreShortOutage(error));
    if (this.#caller.expiresAt - Date.now() <= this.#options.limits.beforeExpiry) this.end();
    else this.#write(`:\nid: ${this.#position}\n\n`);
  }

  /**
   * Ignores a failed check during a short outage of the store, such as a failover. Without a check, a stream sends only
   * its position. In a long outage, clients may reach another process that can read the store.
   * @throws the error of the check after a long outage, or if it has another cause
   */
  #ignoreShortOutage(error: unknown): void {
    const isShort = Date.now() - this.#checkedAt <= this.#options.limits.outage;
    if (findStoreOutage(error) === null || !isShort) throw error;
  }

  async #requireToken(maxAge: number): Promise<void> {
    if (Date.now() - this.#checkedAt < maxAge) return;
    this.#caller = await this.#options.findCaller();
    this.#checkedAt = Date.now();
  }

  #write(text: string): void {
    const response = this.#response;
    if (response === null || this.#ended.signal.aborted) return;
    response.write(text);
  }
}

const formatEvent = (id: number, type: string, json: string): string => `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`;
