import type { Selectable } from 'kysely';
import type { Notification } from '#contract';
import { notificationKinds, systemCauses } from '#contract/enums';
import { decodeEnum, isoTime, isoTimeOrNull } from '../database/column-encoding.ts';
import type { NotificationTable } from '../database/schema.ts';

/** A stored notification with the current id and subject of its ticket. */
export type NotificationRow = Selectable<NotificationTable> & {
  ticket_id: string | null;
  ticket_subject: string | null;
};

/** Converts a stored notification to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toNotification =
  (baseUrl: string) =>
  (row: NotificationRow): Notification => ({
    id: row.id,
    url: `${baseUrl}/v1/notifications/${row.id}`,
    kind: decodeEnum(notificationKinds, row.kind),
    cause: row.cause === null ? null : decodeEnum(systemCauses, row.cause),
    target_id: row.target_id,
    ticket_id: row.ticket_id,
    message_id: row.message_id,
    person_id: row.actor_id,
    event_id: row.event_n === null ? null : String(row.event_n),
    read_at: isoTimeOrNull(row.read_at),
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });
