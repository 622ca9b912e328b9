import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Ticket } from '#contract';
import { getLoadError, type LoadError } from '../api/load-error.ts';
import { type Deed, type Edits, placeDeeds, readEdits } from './deeds.ts';
import { activity, type LogLine } from './queries.ts';

const none: LogLine[] = [];

type Activity = {
  /** The items before the first message, between it and the second, …, after the last. */
  places: Deed[][];
  edits: Edits;
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
  const { data: lines = none, isPending } = query;
  const loadedVersion = useRef(version);
  useEffect(() => {
    if (loadedVersion.current !== version) void client.invalidateQueries({ queryKey: activity(id).queryKey });
    loadedVersion.current = version;
  }, [client, id, version]);
  const edits = useMemo(() => readEdits(lines), [lines]);
  const places = useMemo(() => placeDeeds(lines, messageTimes), [lines, messageTimes]);
  return { places, edits, isSettled: !isPending, failure: getLoadError(query) };
}
