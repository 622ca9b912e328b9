import { useQuery } from '@tanstack/react-query';
import { mailboxesQuery } from '../mailboxes/queries.ts';

/** Returns a function that finds the name of a mailbox. '' while loading, `Mailbox {id}` for a deleted mailbox. */
export function useMailboxName(): (id: string) => string {
  const { data: mailboxes, isPending } = useQuery(mailboxesQuery);
  return id => mailboxes?.find(mailbox => mailbox.id === id)?.name ?? (isPending ? '' : `Mailbox ${id}`);
}
