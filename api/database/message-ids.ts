import type { Queries, WriteTransaction } from './database.ts';

/** Removes the brackets of a Message-ID: ids are stored and compared without them. */
const removeBrackets = (id: string): string => id.trim().replace(/^<(.*)>$/, '$1');

/** Stores a Message-ID, by which replies to the mail find its ticket. `isOutgoing` marks mail that the desk has sent. */
export const saveMessageId = async (
  writes: WriteTransaction,
  ticketN: number,
  id: string,
  { isOutgoing }: { isOutgoing: boolean },
): Promise<void> => {
  await writes
    .insertInto('message_ids')
    .values({ ticket_n: ticketN, id: removeBrackets(id), ours: isOutgoing ? 1 : 0 })
    .onConflict(conflict => conflict.columns(['ticket_n', 'id']).doNothing())
    .execute();
};

/** Finds the newest ticket of the first known id; null if no id is known. `ids` have no brackets. */
export const findTicketOfMessageIds = async (
  queries: Queries,
  ids: readonly string[],
): Promise<{ ticketN: number; isOutgoing: boolean } | null> => {
  if (ids.length === 0) return null;
  const rows = await queries
    .selectFrom('message_ids')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('ticket_n', 'desc')
    .execute();
  for (const id of ids) {
    const row = rows.find(each => each.id === id);
    if (row !== undefined) return { ticketN: row.ticket_n, isOutgoing: row.ours === 1 };
  }
  return null;
};
