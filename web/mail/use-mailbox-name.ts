import { useQuery } from '@tanstack/react-query';
import { mailboxesQuery } from '../mailboxes/queries.ts';

/** Returns a function that finds a mailbox's name. The name is '' while loading, and `Mailbox {id}` if unknown. */
export function useMailboxName(): (id: string) => string {
  const { data: mailboxes, isPending } = useQuery(mailboxesQuery);
  return id => mailboxes?.find(mailbox => mailbox.id === id)?.name ?? (isPending ? '' : `Mailbox ${id}`);
}
