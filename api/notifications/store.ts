import { type NotificationKind, notificationKinds, type SystemCause, systemCauses } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { incrementCounter, readCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { type Channels, toChannelColumns } from './preferences.ts';

/** A notification for one person, about an event or a system cause. `source` identifies an occurrence of the cause. */
export type NotificationDraft = { personId: string; channels: Channels } & (
  | {
      kind: Exclude<NotificationKind, 'system'>;
      ticketN: number;
      messageId: string | null;
      actorId: string;
      eventN: number;
    }
  | { kind: 'system'; cause: SystemCause; targetId: string | null; source: string }
);

/** The number of rows in one statement, whose parameters are limited. */
const batchSize = 256;

/** Stores unread notifications in the given order. Omits notifications of tickets that were deleted meanwhile. */
export const insertNotifications = async (
  writes: WriteTransaction,
  all: readonly NotificationDraft[],
  now: number,
): Promise<void> => {
  const tickets = await lockTickets(writes, all);
  const drafts = all.filter(draft => draft.kind === 'system' || tickets.has(draft.ticketN));
  if (drafts.length === 0) return;
  const last = await incrementCounter(writes, 'notification.id', drafts.length);
  const rows = drafts.map((draft, index) => toRow(draft, last - drafts.length + 1 + index, now));
  for (let done = 0; done < rows.length; done += batchSize)
    await writes
      .insertInto('notifications')
      .values(rows.slice(done, done + batchSize))
      .execute();
  await incrementCounter(writes, 'notifications.changes', drafts.length);
};

/** Locks tickets in the same order as other writers, before foreign keys lock them. @returns the existing tickets */
const lockTickets = async (
  writes: WriteTransaction,
  drafts: readonly NotificationDraft[],
): Promise<ReadonlySet<number>> => {
  const numbers = [...new Set(drafts.flatMap(draft => (draft.kind === 'system' ? [] : [draft.ticketN])))];
  if (numbers.length === 0) return new Set();
  const tickets = writes.selectFrom('tickets').select('n').where('n', 'in', numbers).orderBy('n').forUpdate();
  return new Set((await tickets.execute()).map(({ n }) => n));
};

const toRow = (draft: NotificationDraft, n: number, now: number) => ({
  ...{ n, id: String(n), version: 1, created_at: now, updated_at: now },
  ...{ person_id: draft.personId, kind: encodeEnum(notificationKinds, draft.kind), read_at: 0 },
  ...{ ...toChannelColumns(draft.channels), mailed_at: 0, delivery_id: null },
  ...(draft.kind === 'system'
    ? {
        ...{ ticket_n: null, message_id: null, actor_id: null, event_n: null },
        ...{ cause: encodeEnum(systemCauses, draft.cause), target_id: draft.targetId, source: draft.source },
      }
    : {
        ...{ ticket_n: draft.ticketN, message_id: draft.messageId, actor_id: draft.actorId, event_n: draft.eventN },
        ...{ cause: null, target_id: null, source: null },
      }),
});

/** Selects notifications of a person by number, up to a number, or by ticket. The conditions combine. */
type NotificationFilter = {
  personId: string;
  n?: number | undefined;
  through?: number | undefined;
  ticketId?: string | undefined;
};

/**
 * Marks notifications as read, or as unread if `readAt` is 0. A notification that was once read is not mailed any more,
 * even if it is marked as unread.
 */
export const markNotifications = async (
  writes: WriteTransaction,
  { personId, n, through, ticketId }: NotificationFilter,
  { readAt, now }: { readAt: number; now: number },
): Promise<void> => {
  await writes
    .updateTable('notifications')
    .set(({ eb }) => ({ read_at: readAt, by_mail: 0, version: eb('version', '+', 1), updated_at: now }))
    .where('person_id', '=', personId)
    .where(({ eb, lit }) => eb('read_at', readAt === 0 ? '>' : '=', lit(0)))
    .$if(n !== undefined, narrow => narrow.where('n', '=', n ?? 0))
    .$if(through !== undefined, narrow => narrow.where('n', '<=', through ?? 0))
    .$if(ticketId !== undefined, narrow =>
      narrow.where('ticket_n', 'in', inner =>
        inner
          .selectFrom('tickets')
          .select('n')
          .where('id', '=', ticketId ?? ''),
      ),
    )
    .execute();
};

type CursorName = Schema['cursors']['name'];

/** Reads the position of a cursor, which is 0 until it first moves. */
export const readPosition = async (queries: Queries, name: CursorName): Promise<number> => {
  const cursors = queries.selectFrom('cursors').select('position').where('name', '=', name);
  return (await cursors.executeTakeFirst())?.position ?? 0;
};

/** Moves a cursor. @throws Error if another process has moved it, so that the transaction is rolled back */
export const movePosition = async (
  writes: WriteTransaction,
  name: CursorName,
  { from, to }: { from: number; to: number },
): Promise<void> => {
  const { numInsertedOrUpdatedRows } = await writes
    .insertInto('cursors')
    .values({ name, position: to })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ position: to }).where('cursors.position', '=', from))
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new Error(`The cursor ${name} is no longer at ${from}.`);
};

/** Skips the notifications of the events so far, which are sample data. */
export const skipEvents = async (writes: WriteTransaction): Promise<void> =>
  movePosition(writes, 'notify', {
    from: await readPosition(writes, 'notify'),
    to: await readCounter(writes, 'event.id'),
  });
