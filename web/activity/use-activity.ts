import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Ticket } from '#contract';
import { type Unread, unreadOf } from '../unread.ts';
import { type Deed, type Edits, placeDeeds, readEdits } from './deeds.ts';
import { activity, type LogLine } from './queries.ts';

const none: LogLine[] = [];

type Activity = {
  /** What was done before the first message, between it and the second, …, after the last. */
  places: Deed[][];
  edits: Edits;
  /** Whether it has been read, or cannot be. */
  isSettled: boolean;
  failure: Unread | null;
};

/**
 * What was done to a ticket, between its messages; read again whenever the ticket has changed.
 *
 * @param messageTimes when the messages were written, oldest first
 */
export function useActivity({ id, version }: Ticket, messageTimes: readonly string[]): Activity {
  const client = useQueryClient();
  const reading = useQuery(activity(id));
  const { data: lines = none, isPending } = reading;
  const readFor = useRef(version);
  useEffect(() => {
    if (readFor.current !== version) void client.invalidateQueries({ queryKey: activity(id).queryKey });
    readFor.current = version;
  }, [client, id, version]);
  const edits = useMemo(() => readEdits(lines), [lines]);
  const places = useMemo(() => placeDeeds(lines, messageTimes), [lines, messageTimes]);
  return { places, edits, isSettled: !isPending, failure: unreadOf(reading) };
}
