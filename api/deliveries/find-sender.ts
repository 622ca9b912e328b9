import { transports } from '#contract/enums';
import type { Settings } from '#contract/settings';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';

/**
 * Finds the mailbox that sends mail to people of the desk. This is the default mailbox if it can send, or else the
 * oldest mailbox that can. Null if no mailbox can send.
 *
 * @param mayCapture whether a mailbox may capture the mail instead of sending it
 */
export const findSender = async (
  queries: Queries,
  { default_mailbox_id }: Settings,
  { mayCapture }: { mayCapture: boolean },
) => {
  const mailbox = await queries
    .selectFrom('mailboxes')
    .select(['id', 'name', 'address'])
    .where('enabled', '=', 1)
    .where(({ eb, and, or }) => {
      const sends = and([eb('transport', '=', encodeEnum(transports, 'smtp')), eb('outbound', 'is not', null)]);
      return mayCapture ? or([sends, eb('transport', '=', encodeEnum(transports, 'capture'))]) : sends;
    })
    .orderBy(({ eb }) => eb.case().when('id', '=', default_mailbox_id).then(0).else(1).end())
    .orderBy('n')
    .executeTakeFirst();
  return mailbox ?? null;
};
