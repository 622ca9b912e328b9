import type { z } from 'zod';
import type { listMailboxStatuses, MailboxStatuses } from '#contract';
import { connectionStates } from '#contract/enums';
import { decodeEnum, isoTime, isoTimeOrNull } from '../database/column-encoding.ts';
import { type MailboxState, readMailboxStates } from '../database/mailbox-states.ts';
import type { ReportDefinition } from '../http/serve-report.ts';

/** Describes the statuses of all mailboxes to the request pipeline. */
export const mailboxStatuses: ReportDefinition<z.output<typeof listMailboxStatuses.query>> = {
  kind: 'mailbox',
  // No counter: a desk has few mailboxes.
  validator: async queries => JSON.stringify(await readMailboxStates(queries)),
  compute: async queries => ({ statuses: (await readMailboxStates(queries)).map(toStatus) }),
};

const toStatus = (row: MailboxState): MailboxStatuses['statuses'][number] => ({
  mailbox_id: row.id,
  inbound: toDirection(row.inbound_state, row.inbound_since, row.inbound_error),
  outbound: toDirection(row.outbound_state, row.outbound_since, row.outbound_error),
  last_mail_at: isoTimeOrNull(row.last_mail_at),
});

const toDirection = (state: number, since: number, error: string | null) => ({
  state: decodeEnum(connectionStates, state),
  since: isoTime(since),
  error,
});
