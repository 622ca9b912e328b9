import type { Query, QueryClient } from '@tanstack/react-query';
import { gistItem } from '../../gists/queries.ts';
import { refetchMail } from '../../mail/refetch-mail.ts';
import { threadQuery } from '../../messages/queries.ts';
import { ticketItem, ticketKeys } from '../../tickets/queries.ts';
import { savedCountsKey } from '../../tickets/views/queries.ts';
import { fetchLatestEvents, findEventsSince, type UpdateEvent } from './events.ts';

/** Reason for a poll: the interval, or the user's return to the page. */
export type PollReason = 'interval' | 'return';

/** First parts of the query keys that events cover. People, stars and saved views have no events. */
const coveredKeys = ['tickets', 'messages', 'activity', 'gists'];
const isCovered = ({ queryKey: [resource] }: Query): boolean => coveredKeys.some(key => key === resource);

const isSavedCount = ({ queryKey: [resource, kind] }: Query): boolean =>
  resource === savedCountsKey[0] && kind === savedCountsKey[1];

/** Returns whether neither events nor another check covers a query. The session and saved counts have own checks. */
const isUncovered = (query: Query): boolean =>
  !isCovered(query) && !isSavedCount(query) && query.queryKey[0] !== 'session';

const countIntervalMilliseconds = 60_000;

/** A visible count is refetched at most once a minute, since there may be many. */
const isCountDue = ({ state }: Query): boolean =>
  state.isInvalidated && Date.now() - state.dataUpdatedAt >= countIntervalMilliseconds;

/**
 * Creates a function that polls the events and refetches the affected queries. It refetches active queries now, the
 * rest when they are shown. Queries without events are refetched when the user returns. The first poll refetches
 * everything that events cover.
 *
 * @param personId of the signed-in person, whose own changes are skipped if the page shows them already
 */
export function createPoll(client: QueryClient, personId: string): (occasion: PollReason) => Promise<void> {
  let lastId: string | null = null;
  return async occasion => {
    if (occasion === 'return') void client.refetchQueries({ type: 'active', stale: true, predicate: isUncovered });
    const latest = await fetchLatestEvents();
    await waitForMutations(client);
    const events = lastId === null ? null : findEventsSince(latest, lastId);
    lastId = latest[0]?.id ?? '';
    refetchCounts(client, events);
    refetchDueMail(client, events);
    if (events === null) await client.invalidateQueries({ predicate: isCovered });
    else {
      const isUnknown = (event: UpdateEvent): boolean => event.person_id !== personId || !isShown(client, event);
      await refetchChanged(client, events.filter(isUnknown));
    }
  };
}

/** Marks the counts of saved views as stale if a ticket has changed. Refetches the counts that are due. */
function refetchCounts(client: QueryClient, events: readonly UpdateEvent[] | null): void {
  const isAboutTickets = events?.some(({ ticket_id: id }) => id !== null) ?? true;
  if (isAboutTickets) void client.invalidateQueries({ queryKey: savedCountsKey, refetchType: 'none' });
  void client.refetchQueries({ queryKey: savedCountsKey, type: 'active', predicate: isCountDue });
}

/** Refetches the shown mail after any event, and once a minute. Mail that waits or fails has no events. */
function refetchDueMail(client: QueryClient, events: readonly UpdateEvent[] | null): void {
  const hasEvents = events === null || events.length > 0;
  const isDue = ({ state }: Query): boolean =>
    hasEvents || Date.now() - state.dataUpdatedAt >= countIntervalMilliseconds;
  refetchMail(client, isDue);
}

/** Refetches the queries of the changed tickets, and all lists and counts. Changed gists refetch all gist queries. */
async function refetchChanged(client: QueryClient, events: readonly UpdateEvent[]): Promise<void> {
  if (events.some(({ resource }) => resource === 'gist')) void client.invalidateQueries({ queryKey: ['gists'] });
  const ticketIds = new Set(events.map(({ ticket_id: id }) => id).filter(id => id !== null));
  if (ticketIds.size === 0) return;
  const isAffected = ({ queryKey }: Query): boolean =>
    queryKey.some(part => typeof part === 'string' && ticketIds.has(part));
  await Promise.all([
    client.invalidateQueries({ predicate: isAffected }),
    client.invalidateQueries({ queryKey: ticketKeys.lists }),
    client.invalidateQueries({ queryKey: ticketKeys.counts }),
  ]);
}

/**
 * Waits until no mutation is in progress. A refetch during an optimistic update would briefly show the old state.
 */
function waitForMutations(client: QueryClient): Promise<void> {
  return new Promise(resolve => {
    const stop = client.getMutationCache().subscribe(check);
    function check(): void {
      if (client.isMutating() > 0) return;
      stop();
      resolve();
    }
    check();
  });
}

/** Returns whether the cache already contains the result of an event. */
function isShown(client: QueryClient, event: UpdateEvent): boolean {
  const { type, resource, resource_id: id, ticket_id: ticketId, version } = event;
  if (resource === 'ticket') return (client.getQueryData(ticketItem(id).queryKey)?.version ?? 0) >= version;
  if (resource === 'gist') return (client.getQueryData(gistItem(id).queryKey)?.version ?? 0) >= version;
  const message = client.getQueryData(threadQuery(ticketId ?? '').queryKey)?.find(each => each.id === id);
  return type === 'message.deleted' ? message === undefined : (message?.version ?? 0) >= version;
}
