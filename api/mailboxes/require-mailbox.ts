import { CommandError } from '../command-line.ts';
import type { Queries } from '../database/database.ts';
import type { MailboxRow } from './representation.ts';
import type { MailboxStore } from './store.ts';

/** Finds a mailbox by an address. Inside a transaction, locks the mailbox. @throws CommandError */
export const requireMailbox = async (
  mailboxes: MailboxStore,
  queries: Queries,
  address: string,
): Promise<MailboxRow> => {
  const named = await mailboxes.findByAddress(queries, address);
  // Only `find` locks the row. Without the lock, a command would overwrite a concurrent change.
  const found = named && (await mailboxes.find(queries, named.id));
  if (found !== null) return found;
  throw new CommandError(`No mailbox has the address ${address}; run "desk mailboxes list" to see all mailboxes.`);
};
