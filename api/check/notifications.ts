import { sql } from 'kysely';
import { readCounter } from '../database/counters.ts';
import { type Check, createRowsCheck, createSnapshotCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const causes = createRowsCheck(
  { name: 'notifications', rule: 'A notification names either an existing event or the cause of a system problem.' },
  'notifications',
  async (queries, span) => {
    const { rows } = await sql<{ id: string }>`
      select id from notifications where ${isInSpan('n', span)} and not (
        case when event_n is null then cause is not null and source is not null
        else cause is null and exists (select 1 from events where events.n = notifications.event_n) end)`.execute(
      queries,
    );
    return rows.map(({ id }) => {
      const sentence = `Notification ${id} must have either an existing event and no cause, or a cause with its source.`;
      return { table: 'notifications', id, sentence };
    });
  },
);

const cursors = createSnapshotCheck(
  { name: 'cursors', rule: 'The cursor of the notifications is not beyond the end of the change log.' },
  async queries => {
    const rows = await queries.selectFrom('cursors').selectAll().where('name', '=', 'notify').execute();
    const [last, position] = [await readCounter(queries, 'event.id'), rows[0]?.position ?? 0];
    if (position <= last) return [];
    const sentence = `Cursor notify is ${position}, but the last event is ${last}.`;
    return [{ table: 'cursors', id: 'notify', sentence }];
  },
);

export const notificationChecks: Check[] = [causes, cursors];
