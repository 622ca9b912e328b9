import type { MailboxStatuses } from '#contract';
import type { MailboxStatus } from '../mailboxes/queries.ts';

/** A direction in which a mailbox does not work. */
type Interruption = { mailboxId: string; direction: 'inbound' | 'outbound'; status: MailboxStatus['outbound'] };

const directions = ['outbound', 'inbound'] as const;

/** Lists the paused and failing directions of all mailboxes. */
export const listInterruptions = (data: MailboxStatuses | undefined): Interruption[] =>
  (data?.statuses ?? []).flatMap(status =>
    directions
      .filter(direction => ['paused', 'error'].includes(status[direction].state))
      .map(direction => ({ mailboxId: status.mailbox_id, direction, status: status[direction] })),
  );

/** Counts the mail problems of the desk. A pause of all mail and each interruption of a mailbox count as problems. */
export const countProblems = (data: MailboxStatuses | undefined): number =>
  data === undefined
    ? 0
    : Number(data.outbound_paused) + data.problems.incoming + data.problems.outgoing + listInterruptions(data).length;
