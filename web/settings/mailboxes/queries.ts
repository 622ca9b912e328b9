import { queryOptions } from '@tanstack/react-query';
import type { Mailbox, MailboxConnection, MailboxStatuses } from '#contract';
import { call } from '../../api-client/client.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';

export type MailboxStatus = MailboxStatuses['statuses'][number];

export const mailboxQuery = (id: string) =>
  queryOptions({
    queryKey: [...mailboxesQuery.queryKey, 'item', id],
    queryFn: async ({ signal }): Promise<Mailbox> =>
      (await call('GET /mailboxes/{mailbox_id}', { params: { mailbox_id: id }, signal })).body,
  });

export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...mailboxesQuery.queryKey, 'connection', id],
    queryFn: async ({ signal }): Promise<MailboxConnection> =>
      (await call('GET /mailboxes/{mailbox_id}/connection', { params: { mailbox_id: id }, signal })).body,
  });
