import { useEffect, useRef, useState } from 'react';
import type { Ticket } from '#contract';
import { findDifferentFields } from './merge-change.ts';
import type { FieldName } from './ticket-fields.ts';

const highlightMilliseconds = 8000;
/** Updates within this time after the ticket is shown are part of the initial load. */
const settleMilliseconds = 2000;

/** Returns the ticket fields that another person or window has just changed. */
export function useChangesElsewhere(ticket: Ticket): readonly FieldName[] {
  const before = useRef(ticket);
  const shownAt = useRef(0);
  const [changed, setChanged] = useState<readonly FieldName[]>([]);
  useEffect(() => {
    shownAt.current = Date.now();
  }, []);
  useEffect(() => {
    const isNewer = ticket.version > before.current.version && Date.now() - shownAt.current >= settleMilliseconds;
    const fields = isNewer ? findDifferentFields(before.current, ticket) : [];
    before.current = ticket;
    if (fields.length > 0) setChanged(fields);
  }, [ticket]);
  useEffect(() => {
    if (changed.length === 0) return;
    const timer = setTimeout(() => setChanged([]), highlightMilliseconds);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
}
