import { CommandError } from '../command-line.ts';
import type { Queries } from '../database/database.ts';
import type { MailboxRow } from './representation.ts';
import type { MailboxStore } from './store.ts';

/** Finds a mailbox by an address. @throws CommandError */
export const requireMailbox = async (
  mailboxes: MailboxStore,
  queries: Queries,
  address: string,
): Promise<MailboxRow> => {
  const found = await mailboxes.findByAddress(queries, address);
  if (found !== null) return found;
  throw new CommandError(`No mailbox has the address ${address}; run "desk mailboxes list" to see all mailboxes.`);
};
