import { useEffect, useRef, useState } from 'react';
import type { Ticket } from '#contract';
import { changedFields, type FieldName } from './merge.ts';

/** Milliseconds. */
const markedFor = 8000;
/** What comes sooner completes what was shown first. */
const seenAfter = 2000;

/** The fields of the ticket one looks at that somebody else has just changed. One's own are shown before they are stored. */
export function useOthersChanges(ticket: Ticket): readonly FieldName[] {
  const before = useRef(ticket);
  const shownAt = useRef(0);
  const [changed, setChanged] = useState<readonly FieldName[]>([]);
  useEffect(() => {
    shownAt.current = Date.now();
  }, []);
  useEffect(() => {
    const isNewer = ticket.version > before.current.version && Date.now() - shownAt.current >= seenAfter;
    const fields = isNewer ? changedFields(before.current, ticket) : [];
    before.current = ticket;
    if (fields.length > 0) setChanged(fields);
  }, [ticket]);
  useEffect(() => {
    if (changed.length === 0) return;
    const timer = setTimeout(() => setChanged([]), markedFor);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
}
