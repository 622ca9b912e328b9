import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Mailbox, MailboxAuthorization, MailboxConnection } from '#contract';
import { call } from '../../api-client/client.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';

/** GET /mailboxes/{mailbox_id}. */
export const mailboxQuery = (id: string) =>
  queryOptions({
    queryKey: [...mailboxesQuery.queryKey, 'item', id],
    queryFn: async ({ signal }): Promise<Mailbox> =>
      (await call('GET /mailboxes/{mailbox_id}', { params: { mailbox_id: id }, signal })).body,
  });

/** Stores a mailbox that the server returned, and refetches the list. */
export function storeMailbox(client: QueryClient, mailbox: Mailbox): void {
  client.setQueryData(mailboxQuery(mailbox.id).queryKey, mailbox);
  void client.invalidateQueries({ queryKey: mailboxesQuery.queryKey, exact: true });
}

/** GET /mailboxes/{mailbox_id}/connection: the IMAP and SMTP servers. */
export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...mailboxesQuery.queryKey, 'connection', id],
    queryFn: async ({ signal }): Promise<MailboxConnection> =>
      (await call('GET /mailboxes/{mailbox_id}/connection', { params: { mailbox_id: id }, signal })).body,
  });

/**
 * GET /mailboxes/{mailbox_id}/authorization. Refetched on return to the page, because the sign-in may have been
 * completed in another tab.
 */
export const authorizationQuery = (id: string) =>
  queryOptions({
    queryKey: [...mailboxesQuery.queryKey, 'authorization', id],
    queryFn: async ({ signal }): Promise<MailboxAuthorization> =>
      (await call('GET /mailboxes/{mailbox_id}/authorization', { params: { mailbox_id: id }, signal })).body,
  });
