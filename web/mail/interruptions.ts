import type { MailboxStatuses } from '#contract';
import type { MailboxStatus } from '../mailboxes/queries.ts';

/** A direction in which a mailbox does not work. */
type Interruption = { mailboxId: string; direction: 'inbound' | 'outbound'; status: MailboxStatus['outbound'] };

const directions = ['outbound', 'inbound'] as const;

/** Lists the paused and failing directions of all mailboxes. */
export const listInterruptions = (mailboxStatuses: MailboxStatuses | undefined): Interruption[] =>
  (mailboxStatuses?.statuses ?? []).flatMap(status =>
    directions
      .filter(direction => ['paused', 'error'].includes(status[direction].state))
      .map(direction => ({ mailboxId: status.mailbox_id, direction, status: status[direction] })),
  );

/** Counts the mail problems of the desk. A pause of all outgoing mail and each interruption of a mailbox count too. */
export const countProblems = (mailboxStatuses: MailboxStatuses | undefined): number => {
  if (mailboxStatuses === undefined) return 0;
  const { outbound_paused: isPaused, problems } = mailboxStatuses;
  return Number(isPaused) + problems.incoming + problems.outgoing + listInterruptions(mailboxStatuses).length;
};
