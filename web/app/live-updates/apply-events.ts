import type { Query, QueryClient } from '@tanstack/react-query';
import { getServerTime } from '../../api-client/connection/server-clock.ts';
import { ownGistChanges } from '../../gists/own-changes.ts';
import { gistItem, gistKeys } from '../../gists/queries.ts';
import { refetchMail } from '../../mail/refetch-mail.ts';
import { threadQuery } from '../../messages/queries.ts';
import { ownTicketChanges } from '../../tickets/list/own-changes.ts';
import { ticketItem } from '../../tickets/queries.ts';
import { getCachedRows } from '../../tickets/ticket-cache.ts';
import { savedCountsKey } from '../../tickets/views/queries.ts';
import type { EventBatch } from './event-batches.ts';
import { fetchLatestEvents, findEventsAfter, findEventsSince, type UpdateEvent } from './events.ts';
import { createRefetch, throttle, waitForMutations } from './refetch.ts';

/** The reason for a poll: the app's start, the interval, or the user's return. */
export type PollReason = 'start' | 'interval' | 'return';

/** First parts of the query keys that events cover. People and saved views have no events. `gists` includes stars. */
const coveredKeys = ['tickets', 'messages', 'activity', 'gists'];
const isCovered = ({ queryKey: [resource] }: Query): boolean => coveredKeys.some(key => key === resource);

/** Stars have no events, but a gist that is deleted loses its stars. */
const isStars = ({ queryKey: [resource, kind] }: Query): boolean =>
  resource === gistKeys.starred[0] && kind === gistKeys.starred[1];

const isSavedCount = ({ queryKey: [resource, kind] }: Query): boolean =>
  resource === savedCountsKey[0] && kind === savedCountsKey[1];

/** Returns true for queries without events. False for the session and saved counts, which have their own checks. */
const isUncovered = (query: Query): boolean =>
  (!isCovered(query) || isStars(query)) && !isSavedCount(query) && query.queryKey[0] !== 'session';

const countIntervalMilliseconds = 60_000;

/** The visible count of a saved view is refetched at most once a minute, since a page may show many. */
const isCountDue = ({ state }: Query): boolean =>
  state.isInvalidated && Date.now() - state.dataUpdatedAt >= countIntervalMilliseconds;

/** The page may lack events that were created this long before its start. An event is stored after its `created_at`. */
const startSlackMilliseconds = 5000;

/** Minimum time between two refetches of the shown mail. */
const mailPauseMilliseconds = 5000;

/** Applies events to the query cache, one call after another. */
export type Updates = {
  /** The id of the last event that the cache contains; null before the first poll. */
  getPosition: () => number | null;
  /** Polls the events and applies the new ones. Queries without events are refetched when the user returns. */
  poll: (reason: PollReason) => Promise<void>;
  /** Applies events of a stream. Polls if events before them are missing. */
  apply: (batch: EventBatch) => Promise<void>;
  /** Refetches the shown mail and the counts of saved views if they are due. */
  refetchDue: () => void;
};

/**
 * Creates the updates of a page. An event patches cached tickets or refetches the affected queries. A query that is not
 * active is refetched when it is shown.
 *
 * @param personId of the signed-in person, whose changes on this page are skipped if the page shows them already
 * @param signal stops the updates
 */
export function createUpdates(client: QueryClient, personId: string, signal: AbortSignal): Updates {
  const startTime = getServerTime() - performance.now() - startSlackMilliseconds;
  const refetch = createRefetch(client, signal);
  const refetchMailLater = throttle(mailPauseMilliseconds, () => refetchMail(client));
  let position: number | null = null;
  /** The id of the last event that the person may read. Empty if the person may read no event. */
  let lastId = '';
  let steps = Promise.resolve();

  const enqueue = (step: () => Promise<void>): Promise<void> => {
    const result = steps.then(step);
    steps = result.catch(() => undefined);
    return result;
  };

  async function poll(): Promise<void> {
    const latest = await fetchLatestEvents();
    const events = position === null ? findEventsSince(latest, startTime) : findEventsAfter(latest, lastId);
    lastId = latest[0]?.id ?? '';
    position = events === null ? Number(lastId) : Math.max(position ?? 0, Number(lastId));
    await applyEvents(events);
  }

  async function applyEvents(events: readonly UpdateEvent[] | null): Promise<void> {
    if (events?.length === 0) return;
    await waitForMutations(client);
    refetchSavedCounts(client, events);
    refetchMailLater();
    if (events === null) return client.invalidateQueries({ predicate: isCovered });
    const isKnown = (event: UpdateEvent): boolean =>
      event.person_id === personId && isOwnChange(event) && isShown(client, event);
    refetch(events.filter(event => !isKnown(event)));
  }

  async function applyBatch({ after, through, events }: EventBatch): Promise<void> {
    if (position === null || (events !== null && after > position)) {
      await poll();
      // The poll started after the batch arrived, so it included these events. It omits events that the person may not
      // read.
      position = Math.max(position ?? 0, through);
      return;
    }
    if (events !== null && through <= position) return;
    const fresh = events?.filter(({ id }) => Number(id) > (position ?? 0)) ?? null;
    position = through;
    lastId = fresh?.at(-1)?.id ?? (fresh === null ? String(through) : lastId);
    await applyEvents(fresh);
  }

  const refetchDue = (): void => {
    refetchSavedCounts(client, []);
    refetchDueMail(client);
  };

  return {
    getPosition: () => position,
    poll(reason) {
      if (reason === 'return') void client.refetchQueries({ type: 'active', stale: true, predicate: isUncovered });
      return enqueue(async () => {
        await poll();
        if (reason !== 'start') refetchDue();
      });
    },
    apply: batch => enqueue(() => applyBatch(batch)),
    refetchDue,
  };
}

/** Marks the counts of saved views as stale if a ticket has changed. Refetches the counts that are due. */
function refetchSavedCounts(client: QueryClient, events: readonly UpdateEvent[] | null): void {
  const isAboutTickets = events?.some(({ ticket_id: id }) => id !== null) ?? true;
  if (isAboutTickets) void client.invalidateQueries({ queryKey: savedCountsKey, refetchType: 'none' });
  void client.refetchQueries({ queryKey: savedCountsKey, type: 'active', predicate: isCountDue });
}

/** Refetches the shown mail if it was loaded over a minute ago. No event reports that a mail waits or has failed. */
const refetchDueMail = (client: QueryClient): void =>
  refetchMail(client, ({ state }) => Date.now() - state.dataUpdatedAt >= countIntervalMilliseconds);

/**
 * Returns whether this page has just changed the resource. The page refetches its lists and counts after its own
 * changes. Returns false for a change that the person made in another window.
 */
const isOwnChange = ({ resource, resource_id: id, ticket_id: ticketId }: UpdateEvent): boolean =>
  resource === 'gist' ? ownGistChanges.getIds().has(id) : ownTicketChanges.getIds().has(ticketId ?? id);

/** Returns whether the cache already contains the result of an event. All copies of the resource must contain it. */
function isShown(client: QueryClient, event: UpdateEvent): boolean {
  const { type, resource, resource_id: id, ticket_id: ticketId, version } = event;
  if (resource === 'ticket') {
    const copies = [
      client.getQueryData(ticketItem(id).queryKey),
      ...getCachedRows(client).filter(row => row.id === id),
    ];
    const shown = copies.filter(copy => copy !== undefined);
    return shown.length > 0 && shown.every(copy => copy.version >= version);
  }
  if (resource === 'gist') return (client.getQueryData(gistItem(id).queryKey)?.version ?? 0) >= version;
  const message = client.getQueryData(threadQuery(ticketId ?? '').queryKey)?.find(each => each.id === id);
  return type === 'message.deleted' ? message === undefined : (message?.version ?? 0) >= version;
}
