import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { connectionStates, type DeliveryState, deliveryStates, mailStates } from '#contract/enums';
import { encodeEnum } from './column-encoding.ts';
import type { Queries } from './queries.ts';
import { countRows } from './resource-rows.ts';
import type { Schema } from './schema.ts';

const encode = (state: DeliveryState): number => encodeEnum(deliveryStates, state);
const [held, queued, failed] = [encode('held'), encode('queued'), encode('failed')];
const paused = encodeEnum(connectionStates, 'paused');

/**
 * Matches outgoing mail with a problem. The mail failed, is held until a decision or a file scan, or is queued again
 * after a failed attempt. Scheduled mail does not match. Mail that waits for its first attempt matches only if its
 * mailbox is paused.
 */
export const isOutgoingProblem = (
  builder: ExpressionBuilder<Schema, 'deliveries'>,
): ExpressionWrapper<Schema, 'deliveries', SqlBool> => {
  const { eb, and, or } = builder;
  const pausedMailboxes = eb
    .selectFrom('mailbox_states')
    .innerJoin('mailboxes', 'mailboxes.n', 'mailbox_states.mailbox_n')
    .select('mailboxes.id')
    .where('outbound_state', '=', paused);
  return or([
    eb('deliveries.state', '=', failed),
    and([eb('deliveries.state', '=', held), eb('deliveries.reason', 'is not', null)]),
    and([
      eb('deliveries.state', '=', queued),
      or([eb('deliveries.attempts', '>', 0), eb('deliveries.mailbox_id', 'in', pausedMailboxes)]),
    ]),
  ]);
};

/** Counts incoming mail that is held or failed, and outgoing mail with a problem. */
export const countMailProblems = async (queries: Queries): Promise<{ incoming: number; outgoing: number }> => {
  const incoming = queries
    .selectFrom('mails')
    // Literals, so that the partial index of problems is used.
    .where(({ eb, lit, or }) =>
      or((['held', 'failed'] as const).map(state => eb('state', '=', lit(encodeEnum(mailStates, state))))),
    );
  const outgoing = queries
    .selectFrom('deliveries')
    .where('state', 'in', [held, queued, failed])
    .where(isOutgoingProblem);
  const [{ count: incomingCount }, { count: outgoingCount }] = await Promise.all([
    countRows(incoming),
    countRows(outgoing),
  ]);
  return { incoming: incomingCount, outgoing: outgoingCount };
};
