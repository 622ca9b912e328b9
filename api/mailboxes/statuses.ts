import type { z } from 'zod';
import type { listMailboxStatuses, MailboxStatuses } from '#contract';
import { connectionStates, deliveryStates } from '#contract/enums';
import { decodeEnum, encodeEnum, isoTime, isoTimeOrNull } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { countMailProblems } from '../database/mail-problems.ts';
import { type MailboxState, readMailboxStates } from '../database/mailbox-states.ts';
import { readSettings } from '../database/settings.ts';
import type { ReportDefinition } from '../http/serve-report.ts';

/** Describes the statuses of all mailboxes to the request pipeline. */
export const mailboxStatuses: ReportDefinition<z.output<typeof listMailboxStatuses.query>> = {
  kind: 'mailbox',
  // A validator would save little: a desk has few mailboxes and few problems.
  compute: queries => readReport(queries),
};

const readReport = async (queries: Queries): Promise<MailboxStatuses> => {
  const [statuses, problems, { outbound_paused }] = await Promise.all([
    readStatuses(queries),
    countMailProblems(queries),
    readSettings(queries),
  ]);
  return { statuses, outbound_paused, problems };
};

const waiting = (['queued', 'sending'] as const).map(state => encodeEnum(deliveryStates, state));

const readStatuses = async (queries: Queries): Promise<MailboxStatuses['statuses']> => {
  const states = await readMailboxStates(queries);
  if (states.length === 0) return [];
  // Filters by mailbox and state, so that the index finds only waiting deliveries.
  const counts = await queries
    .selectFrom('deliveries')
    .select(({ fn }) => ['mailbox_id', fn.countAll<number>().as('count')])
    .where(
      'mailbox_id',
      'in',
      states.map(({ id }) => id),
    )
    .where('state', 'in', waiting)
    .groupBy('mailbox_id')
    .execute();
  const waitingById = new Map(counts.map(({ mailbox_id, count }) => [mailbox_id, count]));
  return states.map(row => toStatus(row, waitingById.get(row.id) ?? 0));
};

const toStatus = (row: MailboxState, waitingDeliveries: number): MailboxStatuses['statuses'][number] => ({
  mailbox_id: row.id,
  inbound: toDirection(row, row.inbound_state, row.inbound_since, row.inbound_error),
  outbound: toDirection(row, row.outbound_state, row.outbound_since, row.outbound_error),
  last_mail_at: isoTimeOrNull(row.last_mail_at),
  waiting_deliveries: waitingDeliveries,
});

/** A disabled mailbox never connects, so no direction of it fails. */
const toDirection = ({ enabled }: MailboxState, state: number, since: number, error: string | null) => ({
  state: enabled === 0 ? ('ok' as const) : decodeEnum(connectionStates, state),
  since: isoTime(since),
  error: enabled === 0 ? null : error,
});
