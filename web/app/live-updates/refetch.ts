import type { Query, QueryClient } from '@tanstack/react-query';
import type { TicketFilter } from '../../tickets/filter/filter.ts';
import { type TicketListPages, ticketKeys } from '../../tickets/queries.ts';
import { affectsCount, affectsList } from './affected-lists.ts';
import type { UpdateEvent } from './events.ts';
import { createApplyPatch, toPatch } from './patch-ticket.ts';

/** Minimum time between two refetches of the lists, and of the counts. */
const listPauseMilliseconds = 1000;
const countPauseMilliseconds = 5000;

/**
 * Creates a function that applies events. Patches tickets with the events that describe their change completely.
 * Refetches all other affected queries: queries of single tickets immediately, lists and counts with pauses. So a page
 * sends few requests even on a busy desk. A changed gist refetches all gist queries.
 */
export function createRefetch(client: QueryClient, signal: AbortSignal): (events: readonly UpdateEvent[]) => void {
  const applyPatch = createApplyPatch(client, signal);
  const refetchLists = createThrottledRefetch(client, ticketKeys.lists, listPauseMilliseconds);
  const refetchCounts = createThrottledRefetch(client, ticketKeys.counts, countPauseMilliseconds);
  return events => {
    if (events.some(({ resource }) => resource === 'gist')) void client.invalidateQueries({ queryKey: ['gists'] });
    const ticketEvents = events.filter(({ ticket_id: id }) => id !== null);
    if (ticketEvents.length === 0) return;
    const isPatched = ticketEvents.map(event => {
      const patch = toPatch(event);
      return patch !== null && applyPatch(patch);
    });
    const changed = new Set(ticketEvents.map(({ ticket_id: id }) => id));
    const unpatched = new Set(ticketEvents.filter((_, index) => !isPatched[index]).map(({ ticket_id: id }) => id));
    const isAffected = ({ queryKey: [resource, kind, ...rest] }: Query): boolean => {
      const isPatchable = resource === 'tickets' && kind === 'item';
      const ids = isPatchable ? unpatched : changed;
      return [kind, ...rest].some(part => typeof part === 'string' && ids.has(part));
    };
    void client.invalidateQueries({ predicate: isAffected });
    refetchLists(({ queryKey: [, , filter], state }) => {
      // A pending response may predate the events, and list any ticket.
      const listed = state.fetchStatus === 'fetching' ? changed : getListedIds(state.data);
      return ticketEvents.some((event, index) => {
        const isListed = listed.has(event.ticket_id);
        const mustRead = isListed && !isPatched[index];
        return mustRead || affectsList(event, filter as TicketFilter, isListed);
      });
    });
    refetchCounts(
      ({ queryKey: [, , filter], state }) =>
        state.fetchStatus === 'fetching' || ticketEvents.some(event => affectsCount(event, filter as TicketFilter)),
    );
  };
}

/** Returns the ids in the loaded pages of a list. */
const getListedIds = (list: unknown): ReadonlySet<string | null> =>
  new Set((list as TicketListPages | undefined)?.pages.flatMap(({ body }) => body.map(({ id }) => id)));

/** Creates a function that refetches the affected lists or counts, with pauses in between. */
function createThrottledRefetch(client: QueryClient, key: readonly string[], pauseMilliseconds: number) {
  const affected = new Set<Query>();
  const refetch = throttle(pauseMilliseconds, async () => {
    await waitForMutations(client);
    const queries = new Set(affected);
    affected.clear();
    return client.invalidateQueries({ queryKey: key, predicate: query => queries.has(query) });
  });
  return (isAffected: (query: Query) => boolean): void => {
    for (const query of client.getQueryCache().findAll({ queryKey: key })) if (isAffected(query)) affected.add(query);
    if (affected.size > 0) refetch();
  };
}

/**
 * Creates a function that runs a task immediately. Before the next run, it waits for the pause and until the previous
 * run has settled. All calls during that time cause one run. Without waiting, each refetch would cancel the previous
 * refetch, and a list that loads slowly would never be shown on a busy desk.
 */
export function throttle(pauseMilliseconds: number, task: () => unknown): () => void {
  let isPaused = false;
  let mustRun = false;
  const run = async (): Promise<void> => {
    if (isPaused) {
      mustRun = true;
      return;
    }
    isPaused = true;
    mustRun = false;
    const pause = new Promise(resolve => setTimeout(resolve, pauseMilliseconds));
    await Promise.allSettled([(async () => task())(), pause]);
    isPaused = false;
    if (mustRun) void run();
  };
  return () => void run();
}

/** Waits until no mutation is in progress. A refetch during an optimistic update would briefly show the old state. */
export function waitForMutations(client: QueryClient): Promise<void> {
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
