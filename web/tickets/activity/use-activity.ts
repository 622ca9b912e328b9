import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Ticket } from '#contract';
import { getLoadError, type LoadError } from '../../api-client/load-error.ts';
import { type ActivityItem, findLastEdits, groupActivity, type LastEdits } from './activity-items.ts';
import { type ActivityEvent, activity } from './queries.ts';

const noEvents: ActivityEvent[] = [];

type Activity = {
  /** The items before the first message, then the items after each message. */
  itemGroups: ActivityItem[][];
  edits: LastEdits;
  /** True once the request has succeeded or failed. */
  isSettled: boolean;
  failure: LoadError | null;
};

/**
 * Loads a ticket's activity, and loads it again whenever the ticket changes.
 *
 * @param messageTimes creation times of the messages, oldest first
 */
export function useActivity({ id, version }: Ticket, messageTimes: readonly string[]): Activity {
  const client = useQueryClient();
  const query = useQuery(activity(id));
  const { data: events = noEvents, isPending } = query;
  const loadedVersion = useRef(version);
  useEffect(() => {
    if (loadedVersion.current !== version) void client.invalidateQueries({ queryKey: activity(id).queryKey });
    loadedVersion.current = version;
  }, [client, id, version]);
  const edits = useMemo(() => findLastEdits(events), [events]);
  const itemGroups = useMemo(() => groupActivity(events, messageTimes), [events, messageTimes]);
  return { itemGroups, edits, isSettled: !isPending, failure: getLoadError(query) };
}
