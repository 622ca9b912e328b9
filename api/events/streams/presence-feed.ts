import type { PresenceEntry } from '#contract';
import { createIntervalFeed, type IntervalFeed, type IntervalFeedOptions } from './interval-feed.ts';

/** Receives the people on a ticket as JSON whenever they change. */
export type PresenceListener = { onPresence(ticketId: string, json: string): void };

/** Follows the people who have a ticket open. */
export type PresenceFeed = IntervalFeed<PresenceListener>;

/** Creates a feed of presence. A failed read ends no stream, because presence only informs people. */
export const createPresenceFeed = (
  readPresence: () => Promise<readonly PresenceEntry[]>,
  options: Pick<IntervalFeedOptions<PresenceListener>, 'log' | 'interval'>,
): PresenceFeed => {
  /** The JSON of each ticket at the last read. */
  let previous: ReadonlyMap<string, string> = new Map();
  return createIntervalFeed<PresenceListener>({
    ...options,
    failure: 'failed to read presence; streams send no presence until the store is available',
    async deliver(send) {
      const current = groupByTicket(await readPresence());
      for (const ticketId of new Set([...previous.keys(), ...current.keys()])) {
        const json = current.get(ticketId) ?? toJson(ticketId, []);
        if (json !== (previous.get(ticketId) ?? toJson(ticketId, []))) send(each => each.onPresence(ticketId, json));
      }
      previous = current;
    },
  });
};

const groupByTicket = (entries: readonly PresenceEntry[]): Map<string, string> =>
  new Map([...Map.groupBy(entries, ({ ticket_id }) => ticket_id)].map(([id, people]) => [id, toJson(id, people)]));

const toJson = (ticketId: string, entries: readonly PresenceEntry[]): string =>
  JSON.stringify({ ticket_id: ticketId, people: entries.map(({ ticket_id: _, ...person }) => person) });
