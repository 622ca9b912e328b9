import { useQuery } from '@tanstack/react-query';
import { mailboxesQuery } from '../mailboxes/queries.ts';

/** Returns a function that finds a mailbox's name: '' while loading, `Mailbox {id}` if deleted or after errors. */
export function useMailboxName(): (id: string) => string {
  const { data: mailboxes, isPending } = useQuery(mailboxesQuery);
  return id => mailboxes?.find(mailbox => mailbox.id === id)?.name ?? (isPending ? '' : `Mailbox ${id}`);
}
