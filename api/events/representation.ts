import type { Selectable } from 'kysely';
import type { Event } from '#contract';
import { parseJson } from '#contract/json';
import { isoTime } from '../database/column-encoding.ts';
import type { EventTable } from '../database/schema.ts';

/** A stored event of the change log. */
export type EventRow = Selectable<EventTable>;

/** Converts a stored event to its representation. */
export const toEvent = (row: EventRow): Event => ({
  id: String(row.n),
  type: row.type,
  resource: row.kind,
  resource_id: row.resource_id,
  ticket_id: row.ticket_id,
  version: row.version,
  person_id: row.person_id,
  client_id: row.client_id,
  created_at: isoTime(row.created_at),
  changes: parseJson(row.changes) as Event['changes'],
});
