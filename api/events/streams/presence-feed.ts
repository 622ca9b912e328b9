import type { Logger } from 'pino';
import type { PresenceEntry } from '#contract';

/** Receives the people on a ticket as JSON whenever they change. */
export type PresenceListener = { onPresence(ticketId: string, json: string): void };

/** Follows who has a ticket open for all streams of a process, with one read per interval. */
export type PresenceFeed = {
  /** Delivers all changes after it resolves. @returns a function that unsubscribes */
  subscribe(listener: PresenceListener): Promise<() => void>;
  close(): void;
};

/**
 * Creates a feed, which reads presence while it has listeners. A failed read is repeated after the interval: presence
 * only informs, so it never ends a stream.
 * @param interval in milliseconds
 */
export const createPresenceFeed = (
  readPresence: () => Promise<readonly PresenceEntry[]>,
  { log, interval }: { log: Logger; interval: number },
): PresenceFeed => {
  const listeners = new Set<PresenceListener>();
  /** The JSON of each ticket at the last read. */
  let known: ReadonlyMap<string, string> = new Map();
  let timer: NodeJS.Timeout | null = null;
  let reading: Promise<void> | null = null;
  let isFailing = false;

  const deliverChanges = async (): Promise<void> => {
    const current = groupByTicket(await readPresence());
    for (const ticketId of new Set([...known.keys(), ...current.keys()])) {
      const json = current.get(ticketId) ?? toJson(ticketId, []);
      if (json === (known.get(ticketId) ?? toJson(ticketId, []))) continue;
      for (const each of [...listeners]) each.onPresence(ticketId, json);
    }
    known = current;
    isFailing = false;
  };

  /** Reads presence, or waits for the read that has already started. */
  const read = (): Promise<void> => {
    reading ??= deliverChanges()
      .catch((error: unknown) => {
        if (!isFailing) log.warn({ err: error }, 'failed to read presence; streams send none until the store works');
        isFailing = true;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  const stop = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };

  return {
    async subscribe(listener) {
      // Without listeners, the known state may be old.
      if (listeners.size === 0) await read();
      listeners.add(listener);
      timer ??= setInterval(() => void read(), interval).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close() {
      listeners.clear();
      stop();
    },
  };
};

const groupByTicket = (entries: readonly PresenceEntry[]): Map<string, string> =>
  new Map([...Map.groupBy(entries, ({ ticket_id }) => ticket_id)].map(([id, people]) => [id, toJson(id, people)]));

const toJson = (ticketId: string, entries: readonly PresenceEntry[]): string =>
  JSON.stringify({ ticket_id: ticketId, people: entries.map(({ ticket_id: _, ...person }) => person) });
