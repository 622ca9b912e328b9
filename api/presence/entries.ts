import type { Selectable } from 'kysely';
import type { PresenceEntry } from '#contract';
import type { PresenceMode } from '#contract/enums';
import { isoTime } from '../database/column-encoding.ts';
import type { PresenceTable } from '../database/schema.ts';

/** An announcement of a person on a ticket. */
export type PresenceRow = Selectable<PresenceTable>;

/**
 * How long an announcement is valid, in milliseconds. Clients renew it every 20 seconds, so a slightly late renewal is
 * in time.
 */
const lifetimes: Record<PresenceMode, number> = { viewing: 45_000, writing: 25_000 };

/** Creates the rows of an announcement. A person who writes also views the ticket. */
export const createPresenceRows = (
  ticketId: string,
  personId: string,
  mode: PresenceMode,
  now: number,
): PresenceRow[] => {
  const modes: PresenceMode[] = mode === 'writing' ? ['viewing', 'writing'] : ['viewing'];
  return modes.map(each => ({
    ...{ ticket_id: ticketId, person_id: personId, mode: each },
    ...{ since: now, expires_at: now + lifetimes[each] },
  }));
};

/** Lists each person once per ticket, sorted by ticket and `since`. */
export const toPresenceEntries = (rows: readonly PresenceRow[]): PresenceEntry[] => {
  const isWriting = new Set(rows.filter(({ mode }) => mode === 'writing').map(getKey));
  return rows
    .filter(row => row.mode === 'writing' || !isWriting.has(getKey(row)))
    .sort(
      (left, right) =>
        compare(left.ticket_id, right.ticket_id) ||
        left.since - right.since ||
        compare(left.person_id, right.person_id),
    )
    .map(({ ticket_id, person_id, mode, since }) => ({ ticket_id, person_id, mode, since: isoTime(since) }));
};

const getKey = ({ ticket_id, person_id }: PresenceRow): string => `${ticket_id}/${person_id}`;

const compare = (left: string, right: string): number => Number(left > right) - Number(left < right);
